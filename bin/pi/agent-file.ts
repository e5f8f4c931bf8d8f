import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { type Address, getAddress, isAddress } from 'viem'
import { parseDocument } from 'yaml'
import type { TickLimits } from '../../tools/agent/tick-budget.ts'
import type { AddressBook } from '../../tools/core/address-book.ts'
import { AddressBookSchema } from '../../tools/core/address-book-schema.ts'
import { describeProblems } from '../../tools/core/describe-problems.ts'
import { AddressSchema, Type } from '../../tools/core/schema.ts'
import { PHASES, type Phase } from '../../tools/safety/policy/phases.ts'
import type { SafetyPolicy } from '../../tools/safety/policy/policy.ts'
import { SafetyPolicySchema } from '../../tools/safety/policy/policy-schema.ts'

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
    book: AddressBookSchema,
    policy: SafetyPolicySchema,
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

const BIGINT = /^-?\d+n$/

/**
 * Read an agent's file: JSON, in which whole numbers of any size are written as "123n", and addresses in any case.
 *
 * @throws Error that names the file and everything that is wrong with it
 */
export function readAgentFile(path: string): AgentFile {
  const file = parse(path)
  const problems = describeProblems(AgentFileSchema, file)
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

function parse(path: string): unknown {
  const text = readNamedFile(path, "the agent's file, which BARDO_AGENT_FILE names")
  const file = parseJson(path, text)
  assertKeysOnce(path, text)
  return file
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text, (_, value) => (typeof value === 'string' ? readText(value) : value))
  } catch (cause) {
    throw new Error(`${path}: expected JSON: ${(cause as Error).message}`)
  }
}

/** Addresses get their checksum, however they are written: what knows one by its text knows it from policy, book and chain. */
function readText(text: string): string | bigint {
  if (BIGINT.test(text)) return BigInt(text.slice(0, -1))
  return isAddress(text, { strict: false }) ? getAddress(text) : text
}

/** Of a key that stands twice JSON takes the last, silently, which may be the laxer one. */
function assertKeysOnce(path: string, text: string): void {
  const twice = parseDocument(text, { schema: 'json' }).errors.filter(({ code }) => code === 'DUPLICATE_KEY')
  const places = twice.map(({ linePos, pos: [start] }) => {
    const { line, col } = linePos?.[0] ?? { line: 1, col: start + 1 }
    const key = /^\s*("(?:[^"\\]|\\.)*")/.exec(text.slice(start))?.[1] ?? 'a key'
    return `${path}:${line}:${col}: ${key} stands twice: keep one of them`
  })
  if (places.length > 0) throw new Error(places.join('\n'))
}
