import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Address } from 'viem'
import type { TickLimits } from '../../tools/agent/tick-budget.ts'
import type { AddressBook } from '../../tools/core/address-book.ts'
import { AddressSchema, findSchemaProblems, Type } from '../../tools/core/schema.ts'
import { describeUnknown } from '../../tools/profiles/resolve-tools.ts'
import { PHASES, type Phase } from '../../tools/safety/policy/phases.ts'
import type { SafetyPolicy } from '../../tools/safety/policy/policy.ts'

/** What the owner says of an agent; nothing in it is secret. Paths are relative to its file. */
export interface AgentFile {
  /** The chain's addresses, as `assay` writes them. */
  readonly book: AddressBook
  /** The owner's policy. */
  readonly policy: SafetyPolicy
  /** The cage. */
  readonly account: Address
  /** The cage's operator: a key's account, or a contract account of the protocol that the config names. */
  readonly operator: Address
  /** The config: which agent it is, its tools and its wallet (TOML); without one it reads data. */
  readonly config?: string
  /** The owner's strategy, which the model may read and nobody else. */
  readonly strategy?: string
  /** The key that signs checkpoints of the audit log, encrypted. */
  readonly checkpointKeystore: string
  /** The durable store; its checkpoints and the space for a halt lie beside it. */
  readonly store: string
  /** Socket of the guardian; without one nothing above the hot lane is signed. */
  readonly guardianSocket?: string
  /** The phase of a new store; the strictest in which anything may be begun without it. */
  readonly phase?: Phase
  readonly tickLimits?: TickLimits
}

const path = Type.String({ minLength: 1 })

const AgentFileSchema = Type.Object(
  {
    book: Type.Object({ chainId: Type.Integer() }),
    policy: Type.Object({ chainId: Type.Integer() }),
    account: AddressSchema,
    operator: AddressSchema,
    config: Type.Optional(path),
    strategy: Type.Optional(path),
    checkpointKeystore: path,
    store: path,
    guardianSocket: Type.Optional(path),
    phase: Type.Optional(Type.Union(PHASES.map((phase) => Type.Literal(phase)))),
    tickLimits: Type.Optional(
      Type.Object(
        { maxCalls: Type.Integer({ minimum: 1 }), maxMs: Type.Integer({ minimum: 1 }) },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
)

/** Problems of a file that are listed at once. */
const MOST_PROBLEMS = 16

const BIGINT = /^-?\d+n$/

/**
 * Read an agent's file: JSON, in which whole numbers of any size are written as "123n".
 *
 * @throws Error that names the file and everything that is wrong with it
 */
export function readAgentFile(path: string): AgentFile {
  const file = parse(path)
  const problems = findSchemaProblems(AgentFileSchema, file, MOST_PROBLEMS).flatMap(
    ({ path: at, message, unknownKeys }) => unknownKeys?.map(describeKey) ?? [`${at} ${message}`],
  )
  if (problems.length > 0) throw new Error(problems.map((problem) => `${path}: ${problem}`).join('\n'))
  const known = file as AgentFile
  if (known.book.chainId !== known.policy.chainId) {
    throw new Error(`${path}: /policy is for chain ${known.policy.chainId}, /book for ${known.book.chainId}`)
  }
  const beside = (name: string) => besideFile(path, name)
  return {
    ...known,
    store: beside(known.store),
    checkpointKeystore: beside(known.checkpointKeystore),
    ...(known.config === undefined ? {} : { config: beside(known.config) }),
    ...(known.strategy === undefined ? {} : { strategy: beside(known.strategy) }),
    ...(known.guardianSocket === undefined ? {} : { guardianSocket: beside(known.guardianSocket) }),
  }
}

/** The place of a path that a file names. */
export const besideFile = (file: string, name: string): string => resolve(dirname(file), name)

/**
 * Read a file that a setting names.
 *
 * @throws Error that names the file and what it was to be
 */
export function readNamedFile(path: string, what: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new Error(`${path}: expected ${what}, it cannot be read (${(cause as { code?: string }).code})`)
  }
}

const describeKey = (key: string) => describeUnknown('key', key, Object.keys(AgentFileSchema.properties))

function parse(path: string): unknown {
  const text = readNamedFile(path, "the agent's file, which BARDO_AGENT_FILE names")
  try {
    return JSON.parse(text, (_, value) =>
      typeof value === 'string' && BIGINT.test(value) ? BigInt(value.slice(0, -1)) : value,
    )
  } catch (cause) {
    throw new Error(`${path}: expected JSON: ${(cause as Error).message}`)
  }
}
