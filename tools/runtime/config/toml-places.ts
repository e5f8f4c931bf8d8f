/** A place in a text; both count from 1. */
export interface Place {
  readonly line: number
  readonly column: number
}

/**
 * Find where keys, tables and members of arrays stand in a text that is TOML, by their JSON pointer (`/tools/enable/0`, `/list/1/key`).
 *
 * What stands within inline tables is not found; the table itself is.
 */
export function findTomlPlaces(text: string): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>()
  const note = (path: readonly string[], at: number) => {
    // A key of several names is the first place of what it stands in, too.
    for (const [index] of path.entries()) {
      const pointer = `/${path.slice(0, index + 1).join('/')}`
      if (!places.has(pointer)) places.set(pointer, placeAt(text, at))
    }
  }
  /** How many tables there are of each list of tables so far. */
  const counts = new Map<string, number>()
  /** The path of keys, through the last table of each list on the way. */
  const resolve = (keys: readonly string[]) => {
    const path: string[] = []
    for (const key of keys) {
      path.push(key)
      const count = counts.get(`/${path.join('/')}`)
      if (count !== undefined) path.push(`${count - 1}`)
    }
    return path
  }
  const openList = (keys: readonly string[], start: number) => {
    const list = [...resolve(keys.slice(0, -1)), ...keys.slice(-1)]
    note(list, start)
    const index = counts.get(`/${list.join('/')}`) ?? 0
    counts.set(`/${list.join('/')}`, index + 1)
    return [...list, `${index}`]
  }
  let table: readonly string[] = []
  let at = 0
  for (;;) {
    at = skipBlank(text, at)
    if (at >= text.length) return places
    const start = at
    if (text[at] === '[') {
      const opening = text[at + 1] === '[' ? 2 : 1
      const header = readKeys(text, at + opening)
      table = opening === 2 ? openList(header.keys, start) : resolve(header.keys)
      note(table, start)
      at = header.end + opening
    } else {
      const { keys, end } = readKeys(text, at)
      const path = [...table, ...keys]
      note(path, start)
      at = readValue(text, skipSpace(text, end + 1), (index, place) => note([...path, `${index}`], place))
    }
  }
}

function placeAt(text: string, at: number): Place {
  const before = text.slice(0, at)
  return { line: before.split('\n').length, column: at - before.lastIndexOf('\n') }
}

/** Skip what a pattern matches at a place. */
const skip = (text: string, at: number, pattern: RegExp): number => {
  const sticky = new RegExp(pattern, 'y')
  sticky.lastIndex = at
  return sticky.test(text) ? sticky.lastIndex : at
}

const skipSpace = (text: string, at: number) => skip(text, at, /[ \t]+/)
const skipBlank = (text: string, at: number) => skip(text, at, /(?:\s|#[^\n]*)+/)

const STRING = /"""[\s\S]*?"""+|'''[\s\S]*?'''+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'/

/** Read a dotted key up to what ends it. */
function readKeys(text: string, from: number): { keys: string[]; end: number } {
  const keys: string[] = []
  for (let at = from; ; ) {
    at = skipSpace(text, at)
    const quoted = skip(text, at, STRING)
    const end = quoted > at ? quoted : skip(text, at, /[\w-]+/)
    keys.push(quoted > at ? text.slice(at + 1, end - 1) : text.slice(at, end))
    at = skipSpace(text, end)
    if (text[at] !== '.') return { keys, end: at }
    at += 1
  }
}

/** Skip a value and tell where each member of an array begins. */
function readValue(text: string, from: number, onMember: (index: number, at: number) => void): number {
  if (text[from] !== '[' && text[from] !== '{') {
    const quoted = skip(text, from, STRING)
    return quoted > from ? quoted : skip(text, from, /[^#\n,\]}]+/)
  }
  const isArray = text[from] === '['
  let at = from + 1
  for (let index = 0; ; ) {
    at = skip(text, at, /(?:[\s,]|#[^\n]*)+/)
    if (at >= text.length || text[at] === ']' || text[at] === '}') return at + 1
    if (isArray) onMember(index, at)
    else at = skipSpace(text, readKeys(text, at).end + 1)
    at = readValue(text, at, () => undefined)
    index += 1
  }
}
