import { type JsonNode, type JsonObject } from "../../shared/json/parse.ts";

/** Words under `status`, `state` or `result` by which services say no. Any other word says nothing here. */
const NO = new Set(
  "error errors err fail failed failure false ko nok declined rejected denied invalid refused unsuccessful exception fatal".split(
    " ",
  ),
);
const FLAGS = new Set(["success", "ok", "successful", "issuccess", "succeeded", "issuccessful", "wassuccessful"]);
const FAULT_FLAGS = new Set(["iserror", "haserror", "haserrors", "failed", "isfailed", "failure"]);
const STATES = new Set(["status", "state", "result", "outcome", "statustext", "responsestatus", "ack"]);
const CODES = new Set(["status", "statuscode", "code", "httpstatus", "httpcode", "httpstatuscode", "errorcode"]);
const ERRORS = new Set(["error", "errors", "fault", "exception", "errormessage", "errordescription", "errorcode"]);
const WRAPPERS = new Set(["data", "result", "response", "body", "meta", "status", "header", "head"]);

/**
 * Where an answer with a status of success says that it is none, as text for people: `success: false`,
 * `status: "error"`, an `error` that is one. By shape alone: the wording of messages changes. null where nothing says so.
 */
export function reportedError(root: JsonNode): string | null {
  const top = root.kind === "array" ? root.items[0] : root;
  if (top?.kind !== "object") return null;
  const own = errorIn(top);
  if (own !== null) return own;
  for (const { key, value } of top.members.slice(0, 200)) {
    if (value.kind !== "object" || !WRAPPERS.has(bare(key))) continue;
    const inner = errorIn(value);
    if (inner !== null) return `${key}.${inner}`.slice(0, 200);
  }
  return null;
}

function errorIn({ members }: JsonObject): string | null {
  for (const { key, value } of members.slice(0, 200)) {
    const name = bare(key);
    const shown = `${key}: ${shownValue(value)}`.slice(0, 200);
    if (FLAGS.has(name) && isNo(value)) return shown;
    if (FAULT_FLAGS.has(name) && value.kind === "true") return shown;
    if (STATES.has(name) && (isNo(value) || (value.kind === "string" && NO.has(value.value.trim().toLowerCase()))))
      return shown;
    if (CODES.has(name) && isErrorStatus(value)) return shown;
    if (ERRORS.has(name) && isSomething(value)) return shown;
  }
  return null;
}

/** A flag that says no. Zero is none: `status: 0` and `code: 0` mean success at many services. */
function isNo(node: JsonNode): boolean {
  return node.kind === "false" || (node.kind === "string" && /^(?:false|no)$/i.test(node.value.trim()));
}

/** 400 to 599, as number or text. */
function isErrorStatus(node: JsonNode): boolean {
  const text = node.kind === "number" ? node.text : node.kind === "string" ? node.value : "";
  return /^[45]\d\d$/.test(text);
}

/** An error that is there: neither null nor empty, and neither “none” nor a code for “no error”. */
function isSomething(node: JsonNode): boolean {
  switch (node.kind) {
    case "string":
      return !/^(?:|0+|none|null|nil|false|no|ok|success|no[ _-]?errors?)$/i.test(node.value.trim());
    case "object":
      return node.members.some(({ value: { kind } }) => kind !== "null" && kind !== "false");
    case "array":
      return node.items.length > 0;
    case "number":
      return !/^-?0*(?:\.0*)?$/.test(node.text);
    case "true":
      return true;
    case "false":
    case "null":
      return false;
  }
}

function shownValue(node: JsonNode): string {
  switch (node.kind) {
    case "string":
      return `“${node.value.slice(0, 100)}”`;
    case "number":
      return node.text.slice(0, 40);
    case "object":
    case "array":
      return "…";
    default:
      return node.kind;
  }
}

function bare(key: string): string {
  return key.length > 60 ? key : key.replace(/[^0-9A-Za-z]/g, "").toLowerCase();
}
