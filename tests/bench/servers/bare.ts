/** The least that a collector can do: node:http, the body read and forgotten, 200. */
import { serveBare } from "./report.ts";

serveBare((body, answer) => {
  answer(200);
  return body.length > 0;
});
