import DOMPurify from "dompurify";
import { marked } from "marked";
import { createMemo } from "solid-js";

/** What an answer may hold. It is written by a model that has read a stranger's files: no link, no picture, no style. */
const allowed = {
  ALLOWED_TAGS: [
    ...["p", "br", "strong", "em", "del", "code", "pre", "blockquote", "ul", "ol", "li", "hr"],
    ...["h1", "h2", "h3", "h4", "h5", "h6", "table", "thead", "tbody", "tr", "th", "td"],
  ],
  ALLOWED_ATTR: ["align"],
};

/** A text in Markdown as HTML that does nothing and leads nowhere. */
export function safeHtml(text: string): string {
  return DOMPurify.sanitize(marked.parse(text, { async: false, gfm: true }), allowed);
}

export function Markdown(props: { text: string }) {
  const html = createMemo(() => safeHtml(props.text));
  // eslint-disable-next-line solid/no-innerhtml -- sanitised above
  return <div class="markdown selectable break-words text-body" innerHTML={html()} />;
}
