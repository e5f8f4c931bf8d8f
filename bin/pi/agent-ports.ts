import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { bytesToHex, stringToBytes } from 'viem'
import { createCheckpointFile } from '../../harness/audit/checkpoint-file.ts'
import { readFileIfAny } from '../../harness/audit/read-file.ts'
import { createReserveFile } from '../../harness/audit/reserve-file.ts'
import { exchangeOverSocket } from '../../harness/guardian/exchange-line.ts'
import type { Clock } from '../../tools/core/clock.ts'
import { REGISTRY } from '../../tools/profiles/registry.ts'
import type { RuntimePorts } from '../../tools/runtime/runtime-ports.ts'
import { openKeystoreSigner } from '../../tools/safety/custody/signers/keystore-signer.ts'
import { signTypedDataExactly } from '../../tools/safety/custody/signers/typed-data-signer.ts'
import { createGuardianClient } from '../../tools/safety/guardian/guardian-client.ts'
import type { AgentFile } from './agent-file.ts'
import { openRoute } from './chain-ports.ts'

/** What the environment holds that no file may. */
export interface AgentSecrets {
  readonly rpcUrl: string
  /** The second provider; without one the first is taken to be honest. */
  readonly secondRpcUrl?: string
  readonly keystorePassword?: string
  readonly checkpointPassword: string
}

/** The process' own clock, whose ticks the session counts. */
export interface ProcessClock extends Clock {
  nextTick(): void
}

/** What the model may do in a tick unless the owner says otherwise. */
const DEFAULT_TICK_LIMITS = { maxCalls: 64, maxMs: 300_000 }

const GUARDIAN_TIMEOUT_MS = 30_000

/** Create the process' clock. */
export function createProcessClock(): ProcessClock {
  let tick = 0
  return {
    wallMs: () => Date.now(),
    tick: () => tick,
    nextTick() {
      tick += 1
    },
    setTimer(delayMs, callback) {
      const timer = setTimeout(callback, delayMs)
      return () => clearTimeout(timer)
    },
  }
}

/** Open everything that an agent stands on. */
export async function openAgentPorts(
  file: AgentFile,
  secrets: AgentSecrets,
  clock: Clock,
): Promise<RuntimePorts> {
  const { book, policy, account, operator, store, keystore, guardianSocket, profile, archetype } = file
  const open = (url: string) => openRoute(url, policy.chainId, clock)
  const first = await open(secrets.rpcUrl)
  const second = secrets.secondRpcUrl === undefined ? undefined : await open(secrets.secondRpcUrl)
  return {
    book,
    ...first,
    alternate: second ?? first,
    secondProvider: second?.chain,
    clock,
    guardian:
      guardianSocket === undefined
        ? undefined
        : createGuardianClient({
            exchange: exchangeOverSocket(guardianSocket),
            setTimer: clock.setTimer,
            timeoutMs: GUARDIAN_TIMEOUT_MS,
          }),
    signing: keystore === undefined ? undefined : await openSigning(file, keystore, secrets, clock),
    walletFor: 'sessions',
    tickLimits: file.tickLimits ?? DEFAULT_TICK_LIMITS,
    store: { path: store, readFile: readFileIfAny, reserve: createReserveFile(`${store}.reserve`) },
    checkpoints: {
      sink: createCheckpointFile(`${store}.checkpoints`),
      signer: await openKeystoreSigner({
        json: readFileSync(file.checkpointKeystore, 'utf8'),
        password: async () => secrets.checkpointPassword,
      }),
    },
    account,
    operator,
    policy,
    phase: file.phase ?? 'cautious',
    ...(profile === undefined ? {} : { profile }),
    ...(archetype === undefined ? {} : { archetype }),
    registry: REGISTRY,
    strategy: undefined,
    keys: [],
    secrets: Object.entries(secrets).map(([label, text]) => ({
      label,
      bytes: stringToBytes(text as string),
      taint: 'OwnerSecret',
      isText: true,
    })),
    newStoreId: newId(),
    createIds: () => newId,
    onEvent: () => undefined,
    onCommitted: () => undefined,
  }
}

const newId = () => bytesToHex(randomBytes(32))

async function openSigning(
  { operator }: AgentFile,
  keystore: string,
  { keystorePassword = '' }: AgentSecrets,
  clock: Clock,
): Promise<NonNullable<RuntimePorts['signing']>> {
  const signer = await openKeystoreSigner({
    json: readFileSync(keystore, 'utf8'),
    password: async () => keystorePassword,
    expected: operator,
  })
  return {
    signer,
    typedDataSigner: signTypedDataExactly(signer, operator, clock),
    sender: operator,
    close: signer.close,
  }
}
