import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { Type } from '../../tools/core/schema.ts'
import { DEFAULT_GATEWAY_LIMITS, type GatewayLimits } from '../../tools/gateway/limits.ts'
import type { MediaRules } from '../../tools/gateway/plugins/send-media.ts'
import { ConfigError } from '../../tools/runtime/config/config-error.ts'
import { readToml } from '../../tools/runtime/config/toml-file.ts'

/** A session, and the agent that the gateway starts for it. */
export interface SessionFile {
  readonly key: string
  /** Program and arguments; without one the gateway starts no agent for the session. */
  readonly command?: readonly string[]
  /** Where the agent works: absolute. */
  readonly folder: string
  /** Names of the variables of the gateway's environment that the agent gets. */
  readonly variables: readonly string[]
  /** False for an agent that gets no extension. */
  readonly isBridged: boolean
}

/** What the owner says of a gateway; nothing in it is secret. Every path is absolute. */
export interface GatewayFile {
  readonly host: string
  readonly port: number
  /** Where generated files lie: the gateway's alone. */
  readonly stateFolder: string
  readonly outboxFolder: string
  /** Files and folders. */
  readonly plugins: readonly string[]
  readonly bridge: {
    readonly isEnabled: boolean
    readonly provided: readonly string[]
    readonly extensions: readonly string[]
  }
  readonly media: MediaRules & { readonly folders: readonly string[] }
  readonly limits: GatewayLimits
  readonly sessions: readonly SessionFile[]
}

const closed = { additionalProperties: false } as const
const text = Type.String({ minLength: 1 })
const texts = Type.Array(text)
const count = Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 })
const optional = <T extends Parameters<typeof Type.Optional>[0]>(schema: T) => Type.Optional(schema)

const GATEWAY_SCHEMA = Type.Object(
  {
    gateway: optional(
      Type.Object(
        {
          host: optional(text),
          port: optional(Type.Integer({ minimum: 0, maximum: 65_535 })),
          state: optional(text),
          outbox: optional(text),
          plugins: optional(texts),
        },
        closed,
      ),
    ),
    bridge: optional(
      Type.Object(
        { enabled: optional(Type.Boolean()), provided: optional(texts), extensions: optional(texts) },
        closed,
      ),
    ),
    media: optional(
      Type.Object({ folders: optional(texts), types: optional(texts), max_bytes: optional(count) }, closed),
    ),
    limits: optional(
      Type.Object(
        {
          request_bytes: optional(count),
          result_bytes: optional(count),
          calls: optional(count),
          call_ms: optional(count),
          hook_ms: optional(count),
          prompt_ms: optional(count),
        },
        closed,
      ),
    ),
    sessions: optional(
      Type.Array(
        Type.Object(
          {
            key: Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$' }),
            command: optional(Type.Array(text, { minItems: 1 })),
            folder: optional(text),
            variables: optional(texts),
            bridge: optional(Type.Boolean()),
          },
          closed,
        ),
      ),
    ),
  },
  closed,
)

const DEFAULT_TYPES = [
  ...['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'application/pdf'],
  ...['audio/mpeg', 'audio/ogg', 'video/mp4'],
]
const DEFAULT_MEDIA_BYTES = 20 * 1024 * 1024
const DEFAULT_VARIABLES = ['PATH', 'HOME', 'LANG']
const LOOPBACK = '127.0.0.1'

/**
 * Read a gateway's file: TOML, in which paths are relative to it.
 *
 * @throws ConfigError with every problem and its place
 */
export function readGatewayFile(path: string): GatewayFile {
  const { content, placeOf } = readToml(path, readFileSync(path, 'utf8'), GATEWAY_SCHEMA)
  const { gateway = {}, bridge = {}, media = {}, limits = {}, sessions = [] } = content
  const twice = sessions.findIndex(({ key }, at) => sessions.findIndex((other) => other.key === key) < at)
  if (twice >= 0) {
    const message = `/sessions/${twice}/key is that of another session`
    throw new ConfigError(path, [{ message, ...placeOf(`/sessions/${twice}/key`) }])
  }
  const beside = (name: string) => resolve(dirname(path), name)
  const defaults = DEFAULT_GATEWAY_LIMITS
  return {
    host: gateway.host ?? LOOPBACK,
    port: gateway.port ?? 0,
    stateFolder: beside(gateway.state ?? '.gateway'),
    outboxFolder: beside(gateway.outbox ?? 'outbox'),
    plugins: (gateway.plugins ?? []).map(beside),
    bridge: {
      isEnabled: bridge.enabled ?? true,
      provided: bridge.provided ?? [],
      extensions: (bridge.extensions ?? []).map(beside),
    },
    media: {
      folders: (media.folders ?? []).map(beside),
      types: media.types ?? DEFAULT_TYPES,
      mostBytes: media.max_bytes ?? DEFAULT_MEDIA_BYTES,
    },
    limits: {
      requestBytes: limits.request_bytes ?? defaults.requestBytes,
      resultBytes: limits.result_bytes ?? defaults.resultBytes,
      calls: limits.calls ?? defaults.calls,
      callMs: limits.call_ms ?? defaults.callMs,
      hookMs: limits.hook_ms ?? defaults.hookMs,
      promptMs: limits.prompt_ms ?? defaults.promptMs,
    },
    sessions: sessions.map(({ key, command, folder = '.', variables = DEFAULT_VARIABLES, bridge: own }) => ({
      ...{ key, folder: beside(folder), variables, isBridged: own ?? true },
      ...(command === undefined ? {} : { command }),
    })),
  }
}
