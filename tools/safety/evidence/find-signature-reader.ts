import type { TypedData } from '../../core/plan.ts'
import type { KnownSignature } from '../../core/signature-reader.ts'

/** Find the reader of a signature, by its exact types alone. */
export function findSignatureReader(
  signatures: readonly KnownSignature[],
  typedData: TypedData,
): KnownSignature | undefined {
  const encoded = encodeTypes(typedData)
  return signatures.find(({ type }) => encoded !== undefined && matches(type, encoded))
}

/** Matches one field of any type, whose name is "witness" by convention but not by need. */
const WITNESS = /^,\w+ \w+\)/

/** Compare the encoded types with known ones; in the place of WITNESS one field may stand, and what it refers to. */
function matches(known: string, encoded: string): boolean {
  const [head = '', tail] = known.split(',WITNESS)')
  if (tail === undefined) return encoded === known
  const rest = encoded.startsWith(head) ? encoded.slice(head.length) : undefined
  return rest !== undefined && WITNESS.test(rest) && rest.includes(`)${tail}`)
}

/** Encode the types of EIP-712: the primary struct, then all that it refers to, sorted by name. */
function encodeTypes({ types, primaryType }: TypedData): string | undefined {
  // A name that is none could spell other structs than those that are hashed.
  const isPlain = Object.entries(types).every(
    ([name, fields]) =>
      /^\w+$/.test(name) &&
      name !== 'EIP712Domain' &&
      fields.every((field) => /^\w+$/.test(field.name) && /^\w+(\[\d*\])*$/.test(field.type)),
  )
  if (!isPlain) return undefined
  const reached = new Set<string>()
  const visit = (name: string) => {
    if (reached.has(name) || !Object.hasOwn(types, name)) return
    reached.add(name)
    for (const { type } of types[name] ?? []) visit(type.replace(/(\[\d*\])+$/, ''))
  }
  visit(primaryType)
  const [first, ...others] = [...reached]
  return [first, ...others.sort()]
    .map((name) => {
      const fields = (name && types[name]) || []
      return `${name}(${fields.map((field) => `${field.type} ${field.name}`).join(',')})`
    })
    .join('')
}
