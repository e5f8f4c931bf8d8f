/** Shorten a text to a number of characters and say how much is missing; what that would not make shorter stays whole. */
export function clip(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  // A character takes two units at most: what lies behind them is counted, not split.
  const chars = [...text.slice(0, 2 * maxLength)].slice(0, maxLength)
  const length = text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0)
  if (length <= maxLength) return text
  const clipped = `${chars.join('')}… (${(length - maxLength).toLocaleString('en-US')} more characters)`
  return text.length <= clipped.length ? text : clipped
}
