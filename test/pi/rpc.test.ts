import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as Keystore from 'ox/Keystore'
import { erc20Abi, type Hex, parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createReadClient } from '../../harness/chain/viem-client.ts'
import { STATE_DIR } from '../../harness/cli/paths.ts'
import { setRealTimer } from '../../harness/cli/real-timer.ts'
import { serveUpstream } from '../../harness/cli/upstream.ts'
import { createEnvironment, type Environment } from '../../harness/stage/environment.ts'
import { openStage } from '../../harness/stage/open-stage.ts'
import { ACTORS, AUDITOR } from '../../harness/world/actors.ts'
import { startPi } from './start-pi.ts'

const PASSWORD = 'correct horse battery staple'

let environment: Environment
let home = ''
let agentFile = ''
let variables: Readonly<Record<string, string>> = {}

/** A low cost: what is shown is the way of the key, not the work of guessing the password. */
function encrypt(privateKey: Hex): string {
  const [key, options] = Keystore.scrypt({ password: PASSWORD, n: 1_024 })
  return JSON.stringify(Keystore.encrypt(privateKey, key, { ...options, id: 'test' }))
}

beforeAll(async () => {
  const { upstream, anvilBinary } = await serveUpstream({ onProgress: () => undefined })
  environment = await createEnvironment({ upstream, anvilBinary, stateDir: STATE_DIR, index: 0 })
  // The fork's clock is the origin's, and the agent's is this machine's.
  const skewSeconds = Math.abs(Number(environment.fork.headTimestampSeconds()) - Date.now() / 1_000)
  const choices = { maxClockSkewSeconds: Math.ceil(skewSeconds) + 3_600 }
  const stage = await openStage(environment, { choices }, '1', setRealTimer)
  const { policy } = stage.session
  const { cage } = stage
  await stage.close()
  await environment.fork.rpc.request('evm_setAutomine', [true])
  home = mkdtempSync(join(tmpdir(), 'assay-pi-'))
  writeFileSync(join(home, 'operator.json'), encrypt(ACTORS.operator.privateKey))
  writeFileSync(join(home, 'auditor.json'), encrypt(AUDITOR.privateKey))
  agentFile = join(home, 'agent.json')
  writeFileSync(
    agentFile,
    JSON.stringify(
      {
        book: environment.book,
        policy,
        account: cage,
        operator: ACTORS.operator.address,
        keystore: 'operator.json',
        checkpointKeystore: 'auditor.json',
        store: 'agent.sqlite',
        profile: 'trader',
        phase: 'thriving',
      },
      (_, value) => (typeof value === 'bigint' ? `${value}n` : value),
    ),
  )
  variables = {
    BARDO_AGENT_FILE: agentFile,
    BARDO_RPC_URL: environment.fork.url,
    BARDO_KEYSTORE_PASSWORD: PASSWORD,
    BARDO_CHECKPOINT_PASSWORD: PASSWORD,
  }
})
afterAll(async () => {
  await environment?.stop()
  rmSync(home, { recursive: true, force: true })
})

const readWeth = (account: Hex) => {
  const { book, oracleRpc } = environment
  const address = book.wrappedNative as Hex
  const client = createReadClient(oracleRpc, book.chainId)
  return client.readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [account] })
}

describe('pi --mode rpc --extension bin/pi/extension.ts', () => {
  test('default: a model previews and commits a swap, and the chain shows it', async () => {
    const { account } = JSON.parse(readFileSync(agentFile, 'utf8')) as { account: Hex }
    const before = await readWeth(account)
    const pi = startPi(home, variables)
    const made = await pi.play(
      [
        'preview_action',
        { kind: 'swap', params: { tokenIn: 'USDC', tokenOut: 'WETH', amountInBaseUnits: '50000000' } },
      ],
      ['commit_action', { permitId: '$permit' }],
      ['commit_action', { permitId: '$permit' }],
      ['bash', { command: 'id' }],
    )
    expect(
      made.map(({ tool, isError }) => [tool, isError]),
      JSON.stringify(made),
    ).toEqual([
      ['preview_action', false],
      ['commit_action', false],
      ['commit_action', true],
      ['bash', true],
    ])
    expect(made[2]?.text).toContain('PERMIT_NOT_PENDING')
    const bought = (await readWeth(account)) - before
    expect(bought > 0n && bought < parseEther('1')).toBe(true)
    // Whoever owns stdin has no shell either.
    expect(await pi.command({ type: 'bash', command: 'id' })).toMatchObject({ success: false })
    await pi.close()
  })

  test('error: without its file, a password or the right chain pi does not start', async () => {
    const cases = [
      [{ ...variables, BARDO_AGENT_FILE: join(home, 'missing.json') }, 'missing.json'],
      [{ ...variables, BARDO_KEYSTORE_PASSWORD: 'another one' }, 'KEYSTORE_PASSWORD'],
      [{ ...variables, BARDO_RPC_URL: '' }, 'BARDO_RPC_URL is not set'],
    ] as const
    for (const [environmentOf, reason] of cases) {
      const pi = startPi(home, environmentOf)
      expect(await pi.exited).not.toBe(0)
      expect(pi.readStderr()).toContain(reason)
    }
  })
})
