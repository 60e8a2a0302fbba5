import { fieldOfServiceName } from "../../shared/call-fields.ts";
import { type JsonMember, type JsonNode, type JsonObject } from "../../shared/json/parse.ts";

/** Messages by the field that they are about; under `""` those that name none. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

export interface Objections {
  /** What the answer says as a whole. */
  readonly message: string | null;
  readonly errors: FieldErrors;
}

/** Bounds on what goes into the row; the body itself is kept whole. */
const LONGEST_MESSAGE = 1_000;
const MOST_FIELDS = 50;
const MOST_MESSAGES = 20;
/** Nesting from outside must not become recursion without end, nor a long list a long wait. */
const DEEPEST = 6;
const DEEPEST_WRAPPER = 3;
const MOST_NODES = 5_000;
/** Members of an object in which words and the name of a field are looked for. */
const MOST_MEMBERS = 200;
const MOST_STEPS = 20;
/** A longer key is none of those below. */
const LONGEST_KEY = 60;

/** Keys are compared in small letters and without what joins their words: `error_description`, `ErrorDescription`. */
const WORD_KEYS = new Set(
  (
    "message msg errormessage errmsg errormsg errordescription errortext usermessage displaymessage friendlymessage " +
    "statusmessage responsemessage responsedescription resultmessage resultdescription responsemsg respmsg statusdescription " +
    "detail description reason say says title faultstring exceptionmessage defaultmessage issue info text comment error errortype cause problem"
  ).split(" "),
);
/** Of several the first says most: a title is short, a word under `error` is often a code. */
const WORD_KEYS_IN_ORDER = [...WORD_KEYS];
/** Whose values are objections, one by one or by field. */
const LIST_KEYS = new Set(
  (
    "errors error fielderrors formerrors nonfielderrors validationerrors invalidparams invalidparameters violations " +
    "fieldviolations issues details detail modelstate failures problems faults exceptions children validationmessages " +
    "message messages reasons"
  ).split(" "),
);
/** In which an answer is wrapped, or a part of it that has words. */
const WRAPPER_KEYS = new Set(
  "data result results response body meta status fault exception odataerror error payload content output".split(" "),
);
/** Under which an objection names its field. */
const FIELD_KEYS =
  "field param parameter propertypath property path pointer instancepath loc location attribute target where name key fields source".split(
    " ",
  );
/** Whose values are a path in steps. */
const PATH_KEYS = new Set(["loc", "path", "fields", "propertypath", "instancepath", "location"]);
/** Which are never the name of a field themselves. */
const SURE_FIELD_KEYS = new Set([
  "field",
  "param",
  "parameter",
  "propertypath",
  "instancepath",
  "attribute",
  "pointer",
]);
/** Path steps that say where a field was sent, not which it is. */
const PLACE_STEPS = new Set(["body", "query", "path", "header", "data", "attributes", "$", "#", ""]);

/**
 * What an error answer objects to, in whatever shape: problem+json (RFC 9457), JSON:API, Laravel, Rails, Django, FastAPI,
 * Symfony, Spring, ASP.NET, NestJS, OAuth, GraphQL and the shapes of known services.
 *
 * @param text what `root` was parsed from
 */
export function readObjections(root: JsonNode, text: string): Objections {
  const found = new Map<string, string[]>();
  let nodesLeft = MOST_NODES;

  function add(field: string, message: string): void {
    const name = clip(field);
    const before = found.get(name) ?? [];
    if (message === "" || before.length >= MOST_MESSAGES || (before.length === 0 && found.size >= MOST_FIELDS)) return;
    if (!before.includes(message)) found.set(name, [...before, message]);
  }

  /** One objection, or a list or an object of them, to a field that is known from outside. */
  function take(node: JsonNode, field: string, depth: number): void {
    nodesLeft -= 1;
    if (nodesLeft < 0 || node.kind === "null") return;
    if (node.kind === "array" && depth < DEEPEST) {
      for (const item of node.items) {
        if (nodesLeft < 0) return;
        take(item, field, depth + 1);
      }
      return;
    }
    if (node.kind !== "object" || depth >= DEEPEST)
      return add(field, clip(node.kind === "string" ? node.value : text.slice(node.start, node.end)));
    const words = wordsIn(node);
    const named = fieldIn(node) ?? field;
    const lists = node.members.filter(({ key, value }) => LIST_KEYS.has(bare(key)) && isNested(value));
    if (words !== null) add(named, words);
    for (const each of lists) take(each.value, named, depth + 1);
    if (words !== null || lists.length > 0) {
      for (const each of node.members.filter(isFieldOfTexts))
        if (!lists.includes(each) && !FIELD_KEYS.includes(bare(each.key)))
          take(each.value, joined(field, each.key), depth + 1);
      return;
    }
    if (node.members.length === 0) return;
    // A field and a code for what is wrong with it.
    const own = node.members.find(({ key, value }) => SURE_FIELD_KEYS.has(bare(key)) && value.kind === "string");
    if (own !== undefined) return add(named, codeIn(node) ?? clip(text.slice(node.start, node.end)));
    // Neither words nor lists: its keys are the fields, or it is data that only its writer understands.
    const isByField = node.members.every(({ value }) => isMessages(value) || isNested(value));
    if (!isByField) return add(named, clip(text.slice(node.start, node.end)));
    for (const { key, value } of node.members) take(value, joined(field, key), depth + 1);
  }

  const message = says(root, 0);

  /** The words of the whole, and on the way the objections beside them. */
  function says(node: JsonNode, depth: number): string | null {
    if (node.kind === "string" && depth === 0) return node.value === "" ? null : clip(node.value);
    if (depth > DEEPEST_WRAPPER) return null;
    if (node.kind === "array") {
      if (depth === 0) take(node, "", 0);
      return null;
    }
    if (node.kind !== "object") return null;
    let words = wordsIn(node);
    for (const { key, value } of node.members) {
      nodesLeft -= 1;
      if (nodesLeft < 0) break;
      const name = bare(key);
      if (value.kind === "string" && LIST_KEYS.has(name) && !WORD_KEYS.has(name)) take(value, "", 1);
      if (!isNested(value)) continue;
      // One error under `error` is what the whole answer says; a list of them, or one for each field, are objections.
      const isOne = value.kind === "object" && (wordsIn(value) !== null || !LIST_KEYS.has(name));
      if (WRAPPER_KEYS.has(name) && isOne) {
        const inner = says(value, depth + 1);
        const field = name === "error" ? fieldIn(value) : null;
        if (field !== null && inner !== null) add(field, inner);
        words = name === "error" ? (inner ?? words) : (words ?? inner);
      } else if (LIST_KEYS.has(name)) take(value, "", 1);
    }
    // What the whole says may be of one field that it names: only one of ours, since many things have a name or a path.
    const own = words === null ? null : fieldIn(node);
    if (own !== null && words !== null && fieldOfServiceName(own) !== null) add(own, words);
    // Django and Rails put the fields at the top, with a list of messages each.
    if (depth > 0 || words !== null) return words;
    for (const member of node.members) {
      const { key, value } = member;
      if (nodesLeft < 0) break;
      if (LIST_KEYS.has(bare(key)) || WRAPPER_KEYS.has(bare(key))) continue;
      const nested = value.kind === "object" && value.members.length > 0 && value.members.every(isFieldOfTexts);
      if (nested || isFieldOfTexts(member)) take(value, key, 1);
    }
    return null;
  }

  const isSilent = message === null && found.size === 0;
  const said = isSilent ? sentencesIn(root) : null;
  if (said?.field != null && fieldOfServiceName(said.field) !== null) add(said.field, said.words);
  return { message: said?.words ?? message, errors: Object.fromEntries(found) };
}

const MOST_SENTENCES = 3;

/**
 * The words in an answer of a shape of its own: under a key for words, with the field named beside them, or what reads
 * as a sentence; null for none.
 */
function sentencesIn(root: JsonNode): { readonly words: string; readonly field: string | null } | null {
  const sentences: string[] = [];
  const waiting: { readonly node: JsonNode; readonly depth: number }[] = [{ node: root, depth: 0 }];
  let nodesLeft = MOST_NODES;
  for (let next = waiting.shift(); next !== undefined && nodesLeft > 0; next = waiting.shift()) {
    const { node, depth } = next;
    nodesLeft -= 1;
    if (node.kind === "string" && isSentence(node.value)) sentences.push(node.value.trim());
    if (!isNested(node) || depth >= DEEPEST) continue;
    const words = node.kind === "object" ? wordsIn(node) : null;
    if (words !== null) return { words, field: node.kind === "object" ? fieldIn(node) : null };
    const inner =
      node.kind === "array"
        ? node.items.slice(0, MOST_MEMBERS)
        : node.members.slice(0, MOST_MEMBERS).flatMap(({ key, value }) => (TRACES.has(bare(key)) ? [] : [value]));
    for (const each of inner) waiting.push({ node: each, depth: depth + 1 });
  }
  const words = clip([...new Set(sentences)].slice(0, MOST_SENTENCES).join(" "));
  return words === "" ? null : { words, field: null };
}

/** At least three words; two may be a name, and a date or an address is none. */
function isSentence(text: string): boolean {
  return /^\s*\p{L}\S*(?:\s+\S*\p{L}\S*){2}/u.test(text.slice(0, LONGEST_MESSAGE));
}

/** Where in the service's program it happened: no objection to a field. */
const TRACES = new Set(["trace", "stack", "stacktrace", "backtrace", "traceback", "callstack"]);

function isFieldOfTexts({ key, value }: JsonMember): boolean {
  return (
    !TRACES.has(bare(key)) &&
    value.kind === "array" &&
    value.items.length > 0 &&
    value.items.every((item) => item.kind === "string")
  );
}

function isNested(node: JsonNode): node is Extract<JsonNode, { kind: "object" | "array" }> {
  return node.kind === "object" || node.kind === "array";
}

function isMessages({ kind }: JsonNode): boolean {
  return kind === "string" || kind === "null";
}

/** The words of an object itself: a short title with the details that explain it. */
function wordsIn({ members }: JsonObject): string | null {
  const words = new Map<string, string>();
  for (const { key, value } of members.slice(0, MOST_MEMBERS)) {
    const name = bare(key);
    if (WORD_KEYS.has(name) && value.kind === "string" && value.value.trim() !== "" && !words.has(name))
      words.set(name, value.value.trim());
  }
  const first = WORD_KEYS_IN_ORDER.find((name) => words.has(name));
  if (first === undefined) return null;
  const title = words.get("title");
  const detail = words.get("detail");
  if (first === "detail" && title !== undefined && detail !== undefined) return clip(`${title}: ${detail}`);
  return clip(words.get(first) ?? "");
}

/** The field that an objection names, the last step of a path that leads there. */
function fieldIn({ members }: JsonObject): string | null {
  for (const wanted of FIELD_KEYS)
    for (const { key, value } of members.slice(0, MOST_MEMBERS)) {
      if (bare(key) !== wanted) continue;
      const name = value.kind === "array" && !PATH_KEYS.has(wanted) ? null : fieldName(value);
      if (name !== null) return name;
    }
  return null;
}

function fieldName(node: JsonNode): string | null {
  switch (node.kind) {
    case "string": {
      const steps = node.value.split(/[/.[\]]/).filter((step) => !PLACE_STEPS.has(step));
      return steps.length === 0 ? null : steps.join(".");
    }
    case "array": {
      const steps = node.items.flatMap((item) =>
        item.kind === "string" ? [item.value] : item.kind === "number" ? [item.text] : [],
      );
      const named = steps.filter((step, index) => index > 0 || !PLACE_STEPS.has(step));
      return named.length === 0 ? null : named.slice(0, MOST_STEPS).join(".");
    }
    // JSON:API: `{"source":{"pointer":"/data/attributes/amount"}}`.
    case "object":
      return fieldIn({ ...node, members: node.members.filter(({ value }) => value.kind === "string") });
    default:
      return null;
  }
}

/** A code in the place of words. */
function codeIn({ members }: JsonObject): string | null {
  const code = members.find(
    ({ key, value }) => /^(?:code|type|rule|constraint)$/.test(bare(key)) && value.kind === "string",
  );
  return code?.value.kind === "string" ? clip(code.value.value) : null;
}

function joined(field: string, key: string): string {
  const name = bare(key) === "nonfielderrors" ? "" : key;
  return field === "" || name === "" ? name || field : `${field}.${name}`;
}

function bare(key: string): string {
  return key.length > LONGEST_KEY ? key : key.replace(/[^0-9A-Za-z$]/g, "").toLowerCase();
}

/** Cut at a length, and never through a surrogate pair. */
export function clip(text: string, atMost = LONGEST_MESSAGE): string {
  return text.length <= atMost ? text : `${text.slice(0, atMost).replace(/[\ud800-\udbff]$/, "")}…`;
}
