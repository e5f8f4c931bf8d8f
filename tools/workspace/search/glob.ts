import { RE2JS } from 're2js'
import { workspaceError } from '../workspace-errors.ts'

const LONGEST_GLOB = 1_000

/** What a character of a glob means; of all others each is itself. */
const MEANINGS = /\*\*\/|\*\*|\*|\?|\{|\}|,|\[(?:[!^]?\]?)[^\]/]*\]|\\?[\s\S]/gu

/**
 * Read a glob: `*` and `?` within a name, `**` across names, `[…]`, `{a,b}`, and `\` before a character that is itself.
 * One without `/` is held against the last name of a path, any other against the whole path.
 *
 * @throws ToolError PATTERN_INVALID
 */
export function readGlob(glob: string): (path: string) => boolean {
  if (glob.length > LONGEST_GLOB) {
    throw workspaceError('PATTERN_INVALID', { problem: `is longer than ${LONGEST_GLOB} characters` })
  }
  let depth = 0
  const parts = [...glob.matchAll(MEANINGS)].map(([part]) => {
    if (part === '**/') return '(?:.*/)?'
    if (part === '**') return '.*'
    if (part === '*') return '[^/]*'
    if (part === '?') return '[^/]'
    if (part === '{') depth += 1
    if (part === '{') return '(?:'
    if (part === '}' && depth > 0) {
      depth -= 1
      return ')'
    }
    if (part === ',' && depth > 0) return '|'
    if (part.startsWith('[') && part.length > 1) return writeClass(part.slice(1, -1))
    return RE2JS.quote(part.startsWith('\\') && part.length > 1 ? part.slice(1) : part)
  })
  if (depth > 0) throw workspaceError('PATTERN_INVALID', { problem: 'opens a brace that it does not close' })
  const matcher = compile(parts.join(''))
  const isWhole = glob.includes('/')
  return (path) => matcher.matches(isWhole ? path : path.slice(path.lastIndexOf('/') + 1))
}

/** Write the members of a class: single characters and ranges. */
function writeClass(members: string): string {
  const negated = /^[!^]/.test(members)
  const body = [...(negated ? members.slice(1) : members)]
    .map((each) => (each === '-' ? each : `\\x{${each.codePointAt(0)?.toString(16)}}`))
    .join('')
  return `[${negated ? '^/' : ''}${body}]`
}

function compile(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern, RE2JS.DOTALL)
  } catch (cause) {
    throw workspaceError(
      'PATTERN_INVALID',
      { problem: `is no glob: ${(cause as Error).message.slice(0, 80)}` },
      cause,
    )
  }
}
