/** A JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/**
 * Serialise a value with sorted keys and bigint as decimal strings; the same value gives the same text.
 *
 * Undefined members are left out.
 */
export function toCanonicalJson(value: unknown): string {
  return JSON.stringify(normalise(value))
}

function normalise(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString()
  if (Array.isArray(value)) return value.map(normalise)
  if (value !== null && typeof value === 'object') {
    const out: Record<string, unknown> = {}
    for (const key of Object.keys(value).sort()) {
      const member = (value as Record<string, unknown>)[key]
      if (member !== undefined) setMember(out, key, normalise(member))
    }
    return out
  }
  return value
}

/** Set a member under a key that was read from somewhere: an assignment to `__proto__` sets the prototype instead. */
export function setMember<T>(object: { [key: string]: T }, key: string, value: T): void {
  if (key !== '__proto__') object[key] = value
  else Object.defineProperty(object, key, { value, configurable: true, enumerable: true, writable: true })
}

/** Turn bigint members into decimal strings, for results that must be JSON. */
export const toJson = (value: unknown): Json => normalise(value) as Json
