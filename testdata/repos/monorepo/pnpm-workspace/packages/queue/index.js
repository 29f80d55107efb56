const letters = [];

export const push = (letter) => letters.push(letter);
export const pull = () => letters.shift();
