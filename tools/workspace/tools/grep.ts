import { Type } from '../../core/schema.ts'
import { textBlock } from '../content-block.ts'
import { readGlob } from '../search/glob.ts'
import { joinPath, listFiles, passOver, Unreadable } from '../search/list-files.ts'
import { readPattern, type SearchPattern } from '../search/pattern.ts'
import { writeName } from '../search/write-name.ts'
import { workspaceError } from '../workspace-errors.ts'
import { defineWorkspaceTool, type WorkspaceToolOptions, withDeadline } from '../workspace-tool.ts'
import { decodeText } from './decode-text.ts'

const MOST_MATCHES = 100

/** Longest part of a line that is shown, in characters. */
const LONGEST_LINE = 500

/** Most steps that one line may take, and lines in a row, which nothing can stop: some tenths of a second, seldom more than one. */
const MOST_STEPS = 2 ** 23

/** Largest file that is searched. */
const MOST_BYTES = 4 * 1_024 * 1_024

const PARAMETERS = Type.Object(
  {
    pattern: Type.String({
      minLength: 1,
      description: 'regular expression, without look-around and back-references',
    }),
    path: Type.Optional(
      Type.String({ minLength: 1, description: 'file or folder; the working folder without' }),
    ),
    text: Type.Optional(Type.String({ description: 'text to search in place of files' })),
    glob: Type.Optional(Type.String({ minLength: 1, description: 'only files that fit this glob' })),
    ignoreCase: Type.Optional(Type.Boolean()),
    literal: Type.Optional(Type.Boolean({ description: 'the pattern is the text itself' })),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1_000, description: 'most lines that are shown' }),
    ),
  },
  { additionalProperties: false },
)

/** Create `grep`: lines of files, or of a text, in which a pattern matches. */
export const createGrepTool = (options: WorkspaceToolOptions) =>
  defineWorkspaceTool(options, {
    name: 'grep',
    description:
      'Search the lines of files, or of a text, by a regular expression; answers path:line:text. Hidden files are searched; files that are no text or larger than 4 MiB, links and .git are not; what may not be read is named.',
    parameters: PARAMETERS,
    writes: false,
    runs: false,
    run(args, call, { timeoutMs }) {
      const { path = '.', text, limit = MOST_MATCHES } = args
      const pattern = readPattern(args.pattern, args)
      const isMatch = args.glob === undefined ? () => true : readGlob(args.glob)
      const { clock } = options
      const late = () => workspaceError('SEARCH_TIMED_OUT', { expected: timeoutMs })
      const end = clock.wallMs() + timeoutMs
      return withDeadline(options, { timeoutMs, late }, call, async (signal) => {
        const lines = new MatchingLines(pattern, limit, {
          // No timer fires while lines are matched.
          assertTime() {
            if (clock.wallMs() > end) throw late()
          },
          async pause() {
            await new Promise<void>((resolve) => clock.setTimer(0, resolve))
            signal.throwIfAborted()
          },
        })
        const unreadable = new Unreadable()
        if (text === undefined) {
          await searchFiles(options, { path, isMatch, pattern, unreadable }, lines, signal)
        } else await lines.add('', text)
        return { content: [textBlock([lines.write(), ...unreadable.write()].join('\n'))] }
      })
    },
  })

interface Search {
  readonly path: string
  readonly isMatch: (path: string) => boolean
  readonly pattern: SearchPattern
  readonly unreadable: Unreadable
}

async function searchFiles(
  { backend }: WorkspaceToolOptions,
  { path, isMatch, pattern, unreadable }: Search,
  lines: MatchingLines,
  signal: AbortSignal,
): Promise<void> {
  const read = async (file: string) => {
    const { bytes, sizeBytes } = await backend.file.readFile(file, { from: 0, most: MOST_BYTES }, signal)
    return sizeBytes > MOST_BYTES ? undefined : decodeText(bytes)
  }
  const stat = await backend.file.stat(path, signal)
  if (stat === undefined) throw workspaceError('PATH_NOT_FOUND', { path: JSON.stringify(path) })
  if (stat.kind !== 'folder') {
    await lines.add(`${writeName(path)}:`, (await read(path)) ?? '')
    return
  }
  for (const below of await listFiles(backend, path, { matching: pattern.rust, unreadable }, signal)) {
    signal.throwIfAborted()
    if (lines.isFull) return
    if (!isMatch(below)) continue
    const text = await passOver(() => read(joinPath(path, below)), below, unreadable)
    await lines.add(`${writeName(below)}:`, text ?? '')
  }
}

/** What is done between lines. */
interface Between {
  /** @throws ToolError SEARCH_TIMED_OUT */
  assertTime(): void
  /** Let everything else of the process come to its turn. */
  pause(): Promise<void>
}

/** The lines that match, up to a number. */
class MatchingLines {
  readonly #pattern: SearchPattern
  readonly #limit: number
  readonly #between: Between
  readonly #found: string[] = []
  #steps = 0

  constructor(pattern: SearchPattern, limit: number, between: Between) {
    this.#between = between
    this.#pattern = pattern
    this.#limit = limit
  }

  /** Whether more match than are shown. */
  get isFull(): boolean {
    return this.#found.length > this.#limit
  }

  async add(prefix: string, text: string): Promise<void> {
    const lines = text.split('\n')
    // A line feed ends a line and begins none.
    if (lines.at(-1) === '') lines.pop()
    for (const [index, line] of lines.entries()) {
      if (this.isFull) return
      this.#between.assertTime()
      const steps = this.#pattern.stepsFor(line.length)
      if (steps > MOST_STEPS) {
        const problem = `is too large for ${prefix}${index + 1}, a line of ${line.length} characters; leave that file out by a glob`
        throw workspaceError('PATTERN_INVALID', { problem })
      }
      this.#steps += steps
      if (this.#steps > MOST_STEPS) {
        await this.#between.pause()
        this.#steps = steps
      }
      if (!this.#pattern.matches(line)) continue
      const shown = line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE).toWellFormed()}…` : line
      this.#found.push(`${prefix}${index + 1}:${shown}`)
    }
  }

  write(): string {
    if (this.#found.length === 0) return 'no match'
    const shown = this.#found.slice(0, this.#limit)
    if (this.isFull) shown.push(`[more than ${this.#limit} lines match; narrow the pattern or the files]`)
    return shown.join('\n')
  }
}
