/** Shorten a text to a number of characters and say how much is missing. */
export function clip(text: string, maxLength: number): string {
  const chars = [...text]
  if (chars.length <= maxLength) return text
  return `${chars.slice(0, maxLength).join('')}… (${(chars.length - maxLength).toLocaleString('en-US')} more characters)`
}
