import { Type } from '../../core/schema.ts'
import { textBlock } from '../content-block.ts'
import { readGlob } from '../search/glob.ts'
import { joinPath, listFiles, passOver, Unreadable } from '../search/list-files.ts'
import { writeName } from '../search/write-name.ts'
import { workspaceError } from '../workspace-errors.ts'
import { defineWorkspaceTool, type WorkspaceToolOptions, withDeadline } from '../workspace-tool.ts'

const MOST_FILES = 1_000

const PARAMETERS = Type.Object(
  {
    pattern: Type.String({
      minLength: 1,
      description: 'glob: * ? ** [a-z] {a,b}; without / it is held against names',
    }),
    path: Type.Optional(
      Type.String({ minLength: 1, description: 'folder to look in; the working folder without' }),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_FILES })),
  },
  { additionalProperties: false },
)

/** Create `find`: files by their names. */
export const createFindTool = (options: WorkspaceToolOptions) =>
  defineWorkspaceTool(options, {
    name: 'find',
    description:
      'Find files by a glob. Hidden files are found, links are not followed, .git is left out; folders that may not be read are named.',
    parameters: PARAMETERS,
    writes: false,
    runs: false,
    run({ pattern, path = '.', limit = MOST_FILES }, call, { timeoutMs }) {
      const isMatch = readGlob(pattern)
      const late = () => workspaceError('SEARCH_TIMED_OUT', { expected: timeoutMs })
      return withDeadline(options, { timeoutMs, late }, call, async (signal) => {
        const { backend } = options
        const unreadable = new Unreadable()
        const matching = (await listFiles(backend, path, { unreadable }, signal)).filter(isMatch)
        const lines: string[] = []
        for (const below of matching) {
          if (lines.length === limit) {
            lines.push(`[more than ${limit} files; look in a smaller folder]`)
            break
          }
          // What a search names counts only where it is open to tools.
          const stat = await passOver(
            () => backend.file.stat(joinPath(path, below), signal),
            below,
            unreadable,
          )
          if (stat?.kind === 'file') lines.push(writeName(below))
        }
        if (lines.length === 0) lines.push('no file')
        return { content: [textBlock([...lines, ...unreadable.write()].join('\n'))] }
      })
    },
  })
