const TOKEN = /(?:([a-z]+):)?(?:"([^"]*)"|(\S+))/g

/** Keys whose values are matched from their beginning, or in part, not as a whole. */
const BEGINS = ['tx']
const HOLDS = ['file', 'law']

/**
 * Read a filter: words, and terms such as `layer:permit` or `area:"two words"`.
 *
 * @returns A function that says whether an entry of the list meets all of them.
 */
export function parseFilter(text, keys) {
  const tests = [...text.toLowerCase().matchAll(TOKEN)].map(([whole, key, quoted, word]) => {
    const value = quoted ?? word
    return key !== undefined && keys.includes(key) ? matchTerm(key, value) : matchWord(key ? whole : value)
  })
  return (entry) => tests.every((test) => test(entry))
}

function matchTerm(key, value) {
  const term = `${key}:${value}`
  if (BEGINS.includes(key)) return ({ terms }) => terms.some((known) => known.startsWith(term))
  if (!HOLDS.includes(key)) return ({ terms }) => terms.includes(term)
  return ({ terms }) =>
    terms.some((known) => known.startsWith(`${key}:`) && known.includes(value, key.length))
}

// A hash is looked for among the terms, which words are not: a part of one says nothing of a layer or a code.
function matchWord(word) {
  if (!/^0x[0-9a-f]+$/.test(word)) return ({ words }) => words.includes(word)
  return ({ words, terms }) => words.includes(word) || terms.some((term) => term.startsWith(`tx:${word}`))
}
