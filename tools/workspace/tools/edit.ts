import { createTwoFilesPatch } from 'diff'
import { Type } from '../../core/schema.ts'
import { textBlock } from '../content-block.ts'
import { workspaceError } from '../workspace-errors.ts'
import { defineWorkspaceTool, type WorkspaceToolOptions } from '../workspace-tool.ts'
import { decodeText } from './decode-text.ts'
import { encodeText } from './encode-text.ts'
import { withWriteDeadline } from './write-deadline.ts'

const PARAMETERS = Type.Object(
  {
    path: Type.String({ minLength: 1, description: 'path of the file' }),
    oldText: Type.String({
      minLength: 1,
      description: 'text to replace, exactly as it stands; it stands once',
    }),
    newText: Type.String({ description: 'text in its place' }),
  },
  { additionalProperties: false },
)

/** Largest file that is edited. */
const MOST_BYTES = 4 * 1_024 * 1_024

/** Most lines that go and come for which the difference is worked out; its time grows with their square. */
const MOST_CHANGED_LINES = 1_000

/** Show what changed in a file, where that is short enough. */
function writeDifference(name: string, before: string, after: string, mostBytes: number): string {
  const patch = createTwoFilesPatch(name, name, before, after, '', '', {
    context: 3,
    maxEditLength: MOST_CHANGED_LINES,
  })
  if (patch !== undefined && Buffer.byteLength(patch) <= mostBytes) return patch
  return `replaced; the difference is too long to be shown, read ${name} for it`
}

/** Create `edit`: replace a text that stands exactly once in a file, and show the difference. */
export const createEditTool = (options: WorkspaceToolOptions) =>
  defineWorkspaceTool(options, {
    name: 'edit',
    description: 'Replace a text that stands exactly once in a file; answers the difference.',
    parameters: PARAMETERS,
    writes: true,
    runs: false,
    run: ({ path, oldText, newText }, call, limits) =>
      withWriteDeadline(options, { path, ...limits }, call, async (signal, write) => {
        const { file } = options.backend
        const shown = JSON.stringify(path)
        const { bytes, sizeBytes } = await file.readFile(path, { from: 0, most: MOST_BYTES }, signal)
        if (sizeBytes > MOST_BYTES) {
          throw workspaceError('FILE_TOO_LARGE', { path: shown, found: sizeBytes, expected: MOST_BYTES })
        }
        const text = decodeText(bytes)
        if (text === undefined) throw workspaceError('TEXT_INVALID', { path: shown })
        // Half of a character stands nowhere.
        const at = oldText.isWellFormed() ? text.indexOf(oldText) : -1
        if (at === -1) throw workspaceError('EDIT_NOT_FOUND', { path: shown })
        // Places may overlap. How many there are would take the square of the text's length to say.
        if (text.includes(oldText, at + 1)) throw workspaceError('EDIT_NOT_UNIQUE', { path: shown })
        if (oldText === newText) throw workspaceError('EDIT_CHANGES_NOTHING', { path: shown })
        const changed = `${text.slice(0, at)}${newText}${text.slice(at + oldText.length)}`
        await write(encodeText('newText', changed))
        return {
          content: [textBlock(writeDifference(shown, text, changed, limits.maxReadBytes))],
        }
      }),
  })
