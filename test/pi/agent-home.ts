import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as Keystore from 'ox/Keystore'
import type { Address, Hex } from 'viem'
import { createReadClient } from '../../harness/chain/viem-client.ts'
import { setRealTimer } from '../../harness/cli/real-timer.ts'
import type { Environment } from '../../harness/stage/environment.ts'
import { openStage, type StageSetup } from '../../harness/stage/open-stage.ts'
import { ACCOUNT_OWNERS } from '../../harness/world/account-owners.ts'
import { ACTORS, AUDITOR } from '../../harness/world/actors.ts'
import { policyCageAbi } from '../../tools/core/generated/policy-cage-abi.ts'
import type { SafetyPolicy } from '../../tools/safety/policy/policy.ts'

const PASSWORD = 'correct horse battery staple'

/** What an owner would have on disk for an agent, over a fork that was reset. */
export interface AgentHome {
  readonly path: string
  /** The cage. */
  readonly account: Address
  /** The cage's operator. */
  readonly operator: Address
  readonly policy: SafetyPolicy
  /** What the process is started with. */
  readonly variables: Readonly<Record<string, string>>
  /** Write the agent's file again, with changes. */
  write(changes: Readonly<Record<string, unknown>>): void
  remove(): void
}

/** What a home says beside its chain. */
export interface HomeChoice {
  /** The config, in TOML. */
  readonly config: string
  readonly setup?: Pick<StageSetup, 'signer' | 'choices'>
  readonly strategy?: string
}

/** A config of an agent that trades with a key in a file. */
export const TRADER = '[tools]\nprofile = "trader"\n[wallet]\nkeystore = "operator.json"\n'

/** A low cost: what is shown is the way of the key, not the work of guessing the password. */
function encrypt(privateKey: Hex): string {
  const [key, options] = Keystore.scrypt({ password: PASSWORD, n: 1_024 })
  return JSON.stringify(Keystore.encrypt(privateKey, key, { ...options, id: 'test' }))
}

/** Reset the fork and write everything that an agent on it is started with. */
export async function createAgentHome(environment: Environment, choice: HomeChoice): Promise<AgentHome> {
  const { config, setup = {}, strategy } = choice
  // The fork's clock is the origin's, and the agent's is this machine's.
  const skewSeconds = Math.abs(Number(environment.fork.headTimestampSeconds()) - Date.now() / 1_000)
  const choices = { ...setup.choices, maxClockSkewSeconds: Math.ceil(skewSeconds) + 3_600 }
  const stage = await openStage(environment, { ...setup, choices }, '1', setRealTimer)
  const { policy } = stage.session
  const { cage: account } = stage
  await stage.close()
  await environment.fork.rpc.request('evm_setAutomine', [true])
  const operator = await readOperator(environment, account)
  const path = mkdtempSync(join(tmpdir(), 'assay-pi-'))
  const put = (name: string, text: string) => writeFileSync(join(path, name), text)
  put('operator.json', encrypt(ACTORS.operator.privateKey))
  put('auditor.json', encrypt(AUDITOR.privateKey))
  for (const [index, { privateKey }] of ACCOUNT_OWNERS.entries())
    put(`owner-${index}.json`, encrypt(privateKey))
  put('agent.toml', config)
  if (strategy !== undefined) put('STRATEGY.md', strategy)
  const said = {
    book: environment.book,
    policy,
    account,
    operator,
    config: 'agent.toml',
    ...(strategy === undefined ? {} : { strategy: 'STRATEGY.md' }),
    checkpointKeystore: 'auditor.json',
    store: 'agent.sqlite',
    phase: 'thriving',
  }
  const write = (changes: object) =>
    put(
      'agent.json',
      JSON.stringify({ ...said, ...changes }, (_, value) => toText(value)),
    )
  write({})
  return {
    path,
    account,
    operator,
    policy,
    variables: {
      BARDO_AGENT_FILE: join(path, 'agent.json'),
      BARDO_RPC_URL: environment.fork.url,
      BARDO_KEYSTORE_PASSWORD: PASSWORD,
      BARDO_OWNERS_PASSWORD: PASSWORD,
      BARDO_CHECKPOINT_PASSWORD: PASSWORD,
    },
    write,
    remove: () => rmSync(path, { recursive: true, force: true }),
  }
}

const toText = (value: unknown) => (typeof value === 'bigint' ? `${value}n` : value)

async function readOperator({ oracleRpc, book }: Environment, address: Address): Promise<Address> {
  const client = createReadClient(oracleRpc, book.chainId)
  const { operator } = await client.readContract({ address, abi: policyCageAbi, functionName: 'policy' })
  return operator
}
