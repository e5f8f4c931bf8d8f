import { Type } from '../../core/schema.ts'
import { gatewayError } from '../errors.ts'
import type { Plugin } from '../plugin.ts'
import { MOST_TEXT } from './send-message.ts'
import type { Transport } from './transport.ts'

/** A file as it was opened: everything is of one open file, whatever becomes of its path meanwhile. */
export type OpenedFile =
  | { readonly name: string; readonly bytes: Uint8Array }
  /** It is longer than what was asked for. */
  | { readonly name: string; readonly sizeBytes: number }
  /** It may not be sent, or is none: said in words that follow its path. */
  | { readonly problem: string }

/** The files that may be sent: those below the folders that the owner allows, by no link and no `..` out of them. */
export interface MediaFiles {
  open(path: string, mostBytes: number): Promise<OpenedFile>
  /** The media type of a content; undefined for what is no known type. */
  detectType(bytes: Uint8Array): Promise<string | undefined>
}

/** What may be sent. */
export interface MediaRules {
  readonly mostBytes: number
  /** Media types, by content. */
  readonly types: readonly string[]
}

/** Create the plugin `send_media`: a file to who the session is with. */
export const createSendMedia =
  (transport: Transport, files: MediaFiles, { mostBytes, types }: MediaRules): Plugin =>
  (api) =>
    api.registerTool({
      name: 'send_media',
      description: 'Send a file (a picture, a document, sound) to the person that this session is with.',
      parameters: Type.Object(
        {
          path: Type.String({ minLength: 1, maxLength: 4_096, description: 'absolute path of the file' }),
          caption: Type.Optional(
            Type.String({ maxLength: MOST_TEXT, description: 'text that goes with it' }),
          ),
        },
        { additionalProperties: false },
      ),
      async execute(params, { session }) {
        const { path, caption = '' } = params as { readonly path: string; readonly caption?: string }
        const file = await files.open(path, mostBytes)
        if ('problem' in file) throw gatewayError('MEDIA_NOT_ALLOWED', { path, problem: file.problem })
        if ('sizeBytes' in file) {
          throw gatewayError('MEDIA_TOO_LARGE', { path, found: file.sizeBytes, expected: mostBytes })
        }
        const type = await files.detectType(file.bytes)
        if (type === undefined || !types.includes(type)) {
          const found = type ?? 'of no known type'
          throw gatewayError('MEDIA_TYPE_NOT_ALLOWED', { path, found, expected: types.join(', ') })
        }
        const media = { name: file.name, type, bytes: file.bytes }
        const { id } = await transport.deliver({ session, text: caption, media })
        return {
          content: [{ type: 'text', text: `sent ${file.name} (${type}) as ${id}` }],
          details: { id, type },
        }
      },
    })
