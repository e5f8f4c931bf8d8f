import { Type } from '../../core/schema.ts'
import type { FileOps } from '../backend.ts'
import { imageBlock, textBlock } from '../content-block.ts'
import { workspaceError } from '../workspace-errors.ts'
import {
  defineWorkspaceTool,
  type Limits,
  type WorkspaceToolOptions,
  withDeadline,
} from '../workspace-tool.ts'
import { decodeText } from './decode-text.ts'
import { detectImage, SIGNATURE_BYTES } from './detect-image.ts'

const PARAMETERS = Type.Object(
  {
    path: Type.String({ minLength: 1, description: 'path of the file' }),
    offset: Type.Optional(Type.Integer({ minimum: 1, description: 'first line, counted from 1' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, description: 'most lines' })),
  },
  { additionalProperties: false },
)

const LINE_FEED = 0x0a

/** How much is read at once in search of a line. */
const CHUNK_BYTES = 64 * 1_024

/** Create `read`: text by lines within limits, images as base64. */
export const createReadTool = (options: WorkspaceToolOptions) =>
  defineWorkspaceTool(options, {
    name: 'read',
    description:
      'Read a file: text by lines (long files in parts: go on with the offset that the end names), PNG, JPEG, GIF and WebP as images.',
    parameters: PARAMETERS,
    writes: false,
    runs: false,
    run({ path, offset = 1, limit }, call, limits) {
      const { file } = options.backend
      const most = Math.min(limit ?? limits.maxReadLines, limits.maxReadLines)
      const late = () => workspaceError('SEARCH_TIMED_OUT', { expected: limits.timeoutMs })
      // A file may have no end within reach: terabytes that no disk holds, or more than a host sends in time.
      return withDeadline(options, { timeoutMs: limits.timeoutMs, late }, call, async (signal) => {
        const head = await file.readFile(path, { from: 0, most: SIGNATURE_BYTES }, signal)
        const mimeType = detectImage(head.bytes)
        if (mimeType !== undefined) {
          const data = await readImage(file, path, { sizeBytes: head.sizeBytes, signal }, limits)
          return { content: [imageBlock(mimeType, data)] }
        }
        const text = await readLines(file, path, { offset, most, signal }, limits)
        return { content: [textBlock(text)] }
      })
    },
  })

async function readImage(
  file: FileOps,
  path: string,
  { sizeBytes, signal }: { readonly sizeBytes: number; readonly signal: AbortSignal },
  { maxReadBytes }: Limits,
): Promise<string> {
  const tooLarge = (found: number) =>
    workspaceError('FILE_TOO_LARGE', { path: JSON.stringify(path), found, expected: maxReadBytes })
  if (sizeBytes > maxReadBytes) throw tooLarge(sizeBytes)
  const { bytes, sizeBytes: later } = await file.readFile(path, { from: 0, most: maxReadBytes }, signal)
  if (later > maxReadBytes) throw tooLarge(later)
  return Buffer.from(bytes).toString('base64')
}

/** Find where a line begins; the number of lines where there are too few. */
async function seekLine(
  file: FileOps,
  path: string,
  line: number,
  signal: AbortSignal,
): Promise<{ readonly at: number } | { readonly lines: number }> {
  let lines = 1
  let endsLine = true
  for (let from = 0; lines < line; ) {
    signal.throwIfAborted()
    const { bytes } = await file.readFile(path, { from, most: CHUNK_BYTES }, signal)
    if (bytes.length === 0) return { lines: endsLine ? lines - 1 : lines }
    let at = bytes.indexOf(LINE_FEED)
    while (at !== -1) {
      lines += 1
      if (lines === line) return { at: from + at + 1 }
      at = bytes.indexOf(LINE_FEED, at + 1)
    }
    endsLine = bytes.at(-1) === LINE_FEED
    from += bytes.length
  }
  return { at: 0 }
}

async function readLines(
  file: FileOps,
  path: string,
  { offset, most, signal }: { readonly offset: number; readonly most: number; readonly signal: AbortSignal },
  { maxReadBytes }: Limits,
): Promise<string> {
  const shown = JSON.stringify(path)
  const start = await seekLine(file, path, offset, signal)
  if ('lines' in start)
    throw workspaceError('LINE_NOT_FOUND', { path: shown, found: start.lines, line: offset })
  // One more, so that a line of exactly the limit is seen to end.
  const { bytes, sizeBytes } = await file.readFile(path, { from: start.at, most: maxReadBytes + 1 }, signal)
  if (bytes.length === 0 && offset > 1) {
    throw workspaceError('LINE_NOT_FOUND', { path: shown, found: offset - 1, line: offset })
  }
  let end = 0
  let lines = 0
  while (lines < most && end < bytes.length) {
    const next = bytes.indexOf(LINE_FEED, end)
    const isLast = next === -1 && start.at + bytes.length >= sizeBytes
    const after = next === -1 ? bytes.length : next + 1
    if (after > maxReadBytes || (next === -1 && !isLast)) break
    end = after
    lines += 1
  }
  if (lines === 0 && bytes.length > 0) {
    throw workspaceError('LINE_TOO_LONG', { path: shown, line: offset, expected: maxReadBytes })
  }
  const text = decodeText(bytes.subarray(0, end))
  if (text === undefined) throw workspaceError('TEXT_INVALID', { path: shown })
  if (start.at + end >= sizeBytes) return text
  const last = offset + lines - 1
  const gap = text.endsWith('\n') ? '' : '\n'
  return `${text}${gap}[lines ${offset} to ${last}; go on with offset ${last + 1}]`
}
