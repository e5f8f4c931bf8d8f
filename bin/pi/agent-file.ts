import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Address } from 'viem'
import type { TickLimits } from '../../tools/agent/tick-budget.ts'
import type { AddressBook } from '../../tools/core/address-book.ts'
import { AddressSchema, findSchemaProblems, Type } from '../../tools/core/schema.ts'
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
  readonly operator: Address
  /** The operator's key, encrypted (Web3 Secret Storage version 3); without one nothing can be signed. */
  readonly keystore?: string
  /** The key that signs checkpoints of the audit log, encrypted as well. */
  readonly checkpointKeystore: string
  /** The durable store; its checkpoints and the space for a halt lie beside it. */
  readonly store: string
  /** Socket of the guardian; without one nothing above the hot lane is signed. */
  readonly guardianSocket?: string
  readonly profile?: string
  readonly archetype?: string
  /** The phase of a new store; the strictest in which anything may be begun without it. */
  readonly phase?: Phase
  readonly tickLimits?: TickLimits
}

const AgentFileSchema = Type.Object(
  {
    book: Type.Object({ chainId: Type.Integer() }),
    policy: Type.Object({ chainId: Type.Integer() }),
    account: AddressSchema,
    operator: AddressSchema,
    keystore: Type.Optional(Type.String()),
    checkpointKeystore: Type.String(),
    store: Type.String(),
    guardianSocket: Type.Optional(Type.String()),
    profile: Type.Optional(Type.String()),
    archetype: Type.Optional(Type.String()),
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
 * Read an agent's file: JSON, in which whole numbers of any size are written as "123n".
 *
 * @throws Error that names the file and what is wrong with it
 */
export function readAgentFile(path: string): AgentFile {
  const file = JSON.parse(readFileSync(path, 'utf8'), (_, value) =>
    typeof value === 'string' && BIGINT.test(value) ? BigInt(value.slice(0, -1)) : value,
  ) as AgentFile
  const [problem] = findSchemaProblems(AgentFileSchema, file)
  if (problem) throw new Error(`${path}: ${problem.path} ${problem.message}`)
  if (file.book.chainId !== file.policy.chainId) {
    throw new Error(`${path}: /policy is for chain ${file.policy.chainId}, /book for ${file.book.chainId}`)
  }
  const beside = (name: string) => resolve(dirname(path), name)
  return {
    ...file,
    store: beside(file.store),
    checkpointKeystore: beside(file.checkpointKeystore),
    ...(file.keystore === undefined ? {} : { keystore: beside(file.keystore) }),
  }
}
