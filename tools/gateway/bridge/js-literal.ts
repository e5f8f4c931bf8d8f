/**
 * Write a JSON value as JavaScript that has this value and does nothing. What comes out is printable ASCII, so that no
 * character of it can pass for another one.
 */
export function writeLiteral(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(writeLiteral).join(', ')}]`
  if (value !== null && typeof value === 'object') {
    const members = Object.entries(value).map(([key, member]) => `${writeKey(key)}: ${writeLiteral(member)}`)
    return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
  }
  return toAscii(JSON.stringify(value))
}

/** Write the name of a member. A bare `__proto__` would set the prototype instead. */
export const writeKey = (key: string): string => {
  const literal = toAscii(JSON.stringify(key))
  return key === '__proto__' ? `[${literal}]` : literal
}

const toAscii = (text: string) =>
  text.replaceAll(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
