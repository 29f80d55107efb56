import DOMPurify from "dompurify";
import { marked } from "marked";
import { createMemo, Index } from "solid-js";

/** What an answer may hold. It is written by a model that has read a stranger's files: no link, no picture, no style. */
const allowed = {
  ALLOWED_TAGS: [
    ...["p", "br", "strong", "em", "del", "code", "pre", "blockquote", "ul", "ol", "li", "hr"],
    ...["h1", "h2", "h3", "h4", "h5", "h6", "table", "thead", "tbody", "tr", "th", "td"],
  ],
  ALLOWED_ATTR: ["align"],
};

/** The blocks of a text in Markdown, each as it is written: paragraphs, lists, tables and so on. */
export function blocksOf(text: string): string[] {
  return marked
    .lexer(text, { gfm: true })
    .filter(({ type }) => type !== "space" && type !== "def")
    .map(({ raw }) => raw);
}

/** A text in Markdown as HTML that does nothing and leads nowhere. */
export function safeHtml(text: string): string {
  return DOMPurify.sanitize(marked.parse(text, { async: false, gfm: true }), allowed);
}

/** A text that may still be growing: of an answer on its way only the last block is made again with each word. */
export function Markdown(props: { text: string }) {
  const blocks = createMemo(() => blocksOf(props.text));
  return (
    <div class="markdown selectable break-words text-body">
      <Index each={blocks()}>{(block) => <Block text={block()} />}</Index>
    </div>
  );
}

function Block(props: { text: string }) {
  const html = createMemo(() => safeHtml(props.text));
  // eslint-disable-next-line solid/no-innerhtml -- sanitised above
  return <div class="min-w-0" innerHTML={html()} />;
}
