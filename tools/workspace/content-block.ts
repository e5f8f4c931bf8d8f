import type { ToolError } from '../core/errors.ts'

/** A part of what a tool answers. */
export type ContentBlock =
  | { readonly kind: 'text'; readonly text: string }
  /** Data in base64. */
  | { readonly kind: 'image'; readonly mimeType: string; readonly data: string }
  | { readonly kind: 'error'; readonly errCode: string; readonly text: string; readonly hint: string }

/** What a tool answers. */
export interface ToolOutput {
  readonly content: readonly ContentBlock[]
  readonly elapsedMs: number
  /** That of the command; of other tools 0, or 1 with an error. */
  readonly exitCode: number
}

/** The answer as a string, for callers that know no blocks. */
export interface LegacyResult {
  readonly tool: string
  readonly status: 'success' | 'error'
  readonly result: string
  readonly error?: string
  readonly elapsedMs: number
  readonly exitCode: number
}

/** Create a block of text. */
export const textBlock = (text: string): ContentBlock => ({ kind: 'text', text })

/** Create a block of an image; data in base64. */
export const imageBlock = (mimeType: string, data: string): ContentBlock => ({
  kind: 'image',
  mimeType,
  data,
})

/** Create a block of an error. */
export const errorBlock = ({ code, shortMessage, hint }: ToolError): ContentBlock => ({
  kind: 'error',
  errCode: code,
  text: shortMessage,
  hint,
})

/** Join the texts of an answer. */
export const readText = ({ content }: Pick<ToolOutput, 'content'>): string =>
  content.flatMap((block) => (block.kind === 'text' ? [block.text] : [])).join('\n')

/** Find the error of an answer. */
export const findErrorBlock = ({ content }: Pick<ToolOutput, 'content'>) =>
  content.find((block) => block.kind === 'error')

/** Give an answer the form of a string result; an image is named, not shown. */
export function toLegacyResult(tool: string, output: ToolOutput): LegacyResult {
  const error = findErrorBlock(output)
  const parts = output.content.flatMap((block) => {
    if (block.kind === 'text') return [block.text]
    return block.kind === 'image' ? [`[${block.mimeType}, ${block.data.length} characters of base64]`] : []
  })
  return {
    tool,
    status: error === undefined ? 'success' : 'error',
    result: parts.join('\n'),
    ...(error === undefined ? {} : { error: `${error.errCode}: ${error.text}\n  do: ${error.hint}` }),
    elapsedMs: output.elapsedMs,
    exitCode: output.exitCode,
  }
}
