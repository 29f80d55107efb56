/** Letters that nobody sees, and marks that turn the direction of writing round: a text could say something else than it shows. */
export const unseen =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu;

/** A text in which what nobody sees is written out. */
export const visible = (text: string) =>
  text.replace(unseen, (letter) => `\\u{${(letter.codePointAt(0) ?? 0).toString(16)}}`);
