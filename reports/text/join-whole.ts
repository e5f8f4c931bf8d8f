/**
 * Join parts of which none loses anything, as many as a number of characters holds but one at least, and say how many are
 * missing.
 */
export function joinWhole(parts: readonly string[], maxLength: number): string {
  let [text = '', ...left] = parts
  for (const [index, part] of left.entries()) {
    const longer = `${text}; ${part}`
    if (longer.length > maxLength) return `${text}; and ${left.length - index} more`
    text = longer
  }
  return text
}
