// Renders /v1/openapi.json: every route with its parameters, bodies and
// examples, every message, every reason. Text is set as text, never as HTML.
"use strict";

const element = (name, attributes, ...children) => {
  const e = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) e.setAttribute(key, value);
  e.append(...children.filter((c) => c !== null && c !== undefined));
  return e;
};

const inline = (text) => {
  const parts = String(text || "").split("`");
  return parts.map((part, i) => (i % 2 ? element("code", {}, part) : part));
};

const nameOf = (ref) => ref.split("/").pop();

const resolve = (doc, thing) => {
  if (!thing || !thing.$ref) return thing;
  return thing.$ref.split("/").slice(1).reduce((at, key) => at[key], doc);
};

const link = (schemaName) => element("a", { href: "#" + schemaName }, schemaName.replace(/^kydai\.(\w+)\.v1\./, ""));

// typeOf describes a schema in a line.
const typeOf = (schema) => {
  if (!schema) return [""];
  if (schema.$ref) return [link(nameOf(schema.$ref))];
  if (schema.anyOf) return schema.anyOf.flatMap((s, i) => (i ? [" or ", ...typeOf(s)] : typeOf(s)));
  if (schema.type === "array") return ["list of ", ...typeOf(schema.items)];
  const limits = [];
  if (schema.enum) limits.push(schema.enum.map((v) => JSON.stringify(v)).join(", "));
  if (schema.format) limits.push(schema.format);
  if (schema.minLength !== undefined) limits.push("at least " + schema.minLength + " characters");
  if (schema.maxLength !== undefined) limits.push("at most " + schema.maxLength + " characters");
  if (schema.minimum !== undefined) limits.push("≥ " + schema.minimum);
  if (schema.maximum !== undefined) limits.push("≤ " + schema.maximum);
  if (schema.maxItems !== undefined) limits.push("at most " + schema.maxItems);
  const type = [].concat(schema.type || "any").join(" or ");
  return [type + (limits.length ? " (" + limits.join("; ") + ")" : "")];
};

const rows = (head, lines) =>
  element("table", {},
    element("thead", {}, element("tr", {}, ...head.map((h) => element("th", {}, h)))),
    element("tbody", {}, ...lines));

const row = (...cells) => element("tr", {}, ...cells.map((c) => element("td", {}, ...[].concat(c))));

const properties = (schema) => {
  const required = new Set(schema.required || []);
  const lines = Object.entries(schema.properties || {}).map(([name, p]) =>
    row([element("code", {}, name), required.has(name) ? " *" : ""], typeOf(p), inline(p.description)));
  return lines.length ? rows(["field", "type", ""], lines) : element("p", { class: "note" }, "No fields.");
};

const example = (content) => {
  if (!content || content.example === undefined) return null;
  const text = typeof content.example === "string" ? content.example : JSON.stringify(content.example, null, 2);
  return element("pre", {}, element("code", {}, text));
};

const body = (operation) => {
  const content = ((operation.requestBody || {}).content || {})["application/json"];
  if (!content) return [];
  return [element("h4", {}, "Body"), properties(content.schema), example(content)];
};

const parameters = (doc, operation) => {
  const list = (operation.parameters || []).map((p) => resolve(doc, p));
  if (!list.length) return [];
  return [element("h4", {}, "Parameters"),
    rows(["name", "where", "type", ""], list.map((p) =>
      row([element("code", {}, p.name), p.required ? " *" : ""], p.in, typeOf(p.schema), inline(p.description))))];
};

const reasonLinks = (names) => names.flatMap((n, i) => (i ? [", ", element("a", { href: "#" + n }, n)] : [element("a", { href: "#" + n }, n)]));

const answers = (doc, operation) => {
  const lines = [];
  const shown = [];
  for (const [status, ref] of Object.entries(operation.responses || {})) {
    const answer = resolve(doc, ref);
    const content = Object.values(answer.content || {})[0];
    if (answer["x-reasons"]) {
      lines.push(row(status, "", reasonLinks(answer["x-reasons"])));
      continue;
    }
    lines.push(row(status, typeOf(content && content.schema), inline(answer.description)));
    const e = example(content);
    if (e) shown.push(e);
  }
  return [element("h4", {}, "Answers"), rows(["status", "type", ""], lines), ...shown];
};

const auth = (operation) => {
  const ways = operation.security || [];
  const token = ways.find((w) => w.player);
  if (!token) return "No token.";
  const scope = token.player.length ? " with the scope " + token.player.join(", ") : "";
  return ways.length > 1 ? "With or without a player's token." : "A player's token" + scope + ".";
};

const route = (doc, path, method, operation) =>
  element("section", { id: operation.operationId },
    element("h3", {}, element("span", { class: "method " + method }, method.toUpperCase()), " ", element("code", {}, path)),
    element("p", {}, ...inline(operation.description || operation.summary)),
    element("p", { class: "note" }, auth(operation)),
    ...parameters(doc, operation), ...body(operation), ...answers(doc, operation));

const byTag = (doc) => {
  const groups = new Map((doc.tags || []).map((t) => [t.name, { tag: t, routes: [] }]));
  for (const [path, item] of Object.entries(doc.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      groups.get(operation.tags[0]).routes.push({ path, method, operation });
    }
  }
  return [...groups.values()].filter((g) => g.routes.length);
};

const contents = (doc, groups) => {
  const nav = document.getElementById("contents");
  nav.replaceChildren(element("strong", {}, doc.info.title));
  for (const g of groups) {
    nav.append(element("h2", {}, g.tag.name));
    for (const r of g.routes) {
      nav.append(element("a", { href: "#" + r.operation.operationId },
        element("span", { class: "method " + r.method }, r.method.toUpperCase()), " ", r.path));
    }
  }
  nav.append(element("h2", {}, "reference"), element("a", { href: "#messages" }, "Messages"), element("a", { href: "#reasons" }, "Reasons"));
};

const messages = (doc) => [
  element("h2", { id: "messages" }, "Messages"),
  ...Object.entries(doc.components.schemas).map(([name, schema]) =>
    element("section", { id: name }, element("h3", {}, name), element("p", {}, ...inline(schema.description)), properties(schema), example(schema))),
];

const reasons = (doc) => [
  element("h2", { id: "reasons" }, "Reasons"),
  rows(["reason", "status", "English", "Tiếng Việt"], doc["x-reasons"].map((r) => {
    const line = row(element("code", {}, r.reason), r.status,
      [element("strong", {}, r.en.title + ". "), r.en.detail], [element("strong", {}, r.vi.title + ". "), r.vi.detail]);
    line.id = r.reason;
    return line;
  })),
];

const render = (doc) => {
  const groups = byTag(doc);
  contents(doc, groups);
  const main = document.getElementById("main");
  main.replaceChildren(element("h1", {}, doc.info.title + " API"));
  for (const paragraph of doc.info.description.split("\n\n")) main.append(element("p", {}, ...inline(paragraph)));
  main.append(element("p", {}, "The same as a document: ", element("a", { href: "/v1/openapi.json" }, "OpenAPI " + doc.openapi), ". Fields with * are needed."));
  for (const g of groups) {
    main.append(element("h2", {}, g.tag.name), element("p", {}, ...inline(g.tag.description)));
    for (const r of g.routes) main.append(route(doc, r.path, r.method, r.operation));
  }
  main.append(...messages(doc), ...reasons(doc));
  const wanted = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (wanted) wanted.scrollIntoView();
};

fetch("/v1/openapi.json")
  .then((answer) => answer.json())
  .then(render)
  .catch((error) => document.getElementById("main").replaceChildren(element("p", {}, "The document could not be read: " + error)));
