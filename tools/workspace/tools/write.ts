import { Type } from '../../core/schema.ts'
import { textBlock } from '../content-block.ts'
import { defineWorkspaceTool, type WorkspaceToolOptions } from '../workspace-tool.ts'
import { encodeText } from './encode-text.ts'
import { withWriteDeadline } from './write-deadline.ts'

const PARAMETERS = Type.Object(
  {
    path: Type.String({ minLength: 1, description: 'path of the file' }),
    content: Type.String({ description: 'the whole content' }),
  },
  { additionalProperties: false },
)

/** Create `write`: a whole file, with the folders above it. */
export const createWriteTool = (options: WorkspaceToolOptions) =>
  defineWorkspaceTool(options, {
    name: 'write',
    description: 'Write a file whole; folders above it are created, what it held before is replaced.',
    parameters: PARAMETERS,
    writes: true,
    runs: false,
    run: ({ path, content }, call, limits) =>
      withWriteDeadline(options, { path, ...limits }, call, async (_, write) => {
        const bytes = encodeText('content', content)
        await write(bytes)
        return { content: [textBlock(`wrote ${bytes.length} bytes to ${JSON.stringify(path)}`)] }
      }),
  })
