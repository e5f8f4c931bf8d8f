/** Put names into a known order; names that it does not hold come last, sorted. */
export function orderNames(names: Iterable<string>, known: readonly string[]): string[] {
  const rank = (name: string) => (known.includes(name) ? known.indexOf(name) : known.length)
  return [...new Set(names)].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
}
