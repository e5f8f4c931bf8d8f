import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Address, erc20Abi, type Hex, numberToHex, parseEther } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createReadClient } from '../../harness/chain/viem-client.ts'
import {
  type RemoteSignerService,
  startRemoteSignerService,
} from '../../harness/signer/remote-signer-service.ts'
import type { Environment } from '../../harness/stage/environment.ts'
import { ACTORS } from '../../harness/world/actors.ts'
import { forkOrigin } from '../fork-origin.ts'
import { startLure } from '../gateway/lure.ts'
import { type AgentHome, createAgentHome, type HomeChoice, TRADER } from './agent-home.ts'
import { serveSpoiltNode } from './spoilt-node.ts'
import { startPi } from './start-pi.ts'

const TOKEN = 'a-token-for-the-signing-service'

let environment: Environment
let home: AgentHome | undefined

beforeAll(async () => {
  environment = await forkOrigin()
})
afterEach(() => home?.remove())
afterAll(() => environment?.stop())

async function settle(choice: HomeChoice): Promise<AgentHome> {
  home = await createAgentHome(environment, choice)
  return home
}

const client = () => createReadClient(environment.oracleRpc, environment.book.chainId)
const readToken = (token: Address, account: Address) =>
  client().readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [account] })
const readWeth = (account: Address) => readToken(environment.book.wrappedNative as Address, account)
const addressOf = (symbol: string) =>
  environment.book.tokens.find((token) => token.symbol === symbol)?.address as Address

const swapOf = (amountInBaseUnits: string) =>
  [
    'preview_action',
    { kind: 'swap', params: { tokenIn: 'USDC', tokenOut: 'WETH', amountInBaseUnits } },
  ] as const
const COMMIT = ['commit_action', { permitId: '$permit' }] as const
const SMALL = '50000000'

/** What a swap came to: whether each call was an error, what it said, and what the account bought and the sender sent. */
async function swap(pi: ReturnType<typeof startPi>, { account }: AgentHome, amountInBaseUnits = SMALL) {
  const readNonce = () => client().getTransactionCount({ address: ACTORS.operator.address })
  const [before, sent] = [await readWeth(account), await readNonce()]
  const made = await pi.play(swapOf(amountInBaseUnits), COMMIT)
  return {
    errors: made.map(({ isError }) => isError),
    text: made.map(({ text }) => text).join('\n'),
    bought: (await readWeth(account)) - before,
    sent: (await readNonce()) - sent,
  }
}

describe('pi --mode rpc --extension bin/pi/extension.ts', () => {
  test('default: a model previews and commits a swap, and the chain shows it', async () => {
    const { path, variables, account } = await settle({
      config: TRADER,
      strategy: 'Buy ether on Tuesdays alone.\n',
    })
    const before = await readWeth(account)
    const lure = await startLure(path)
    const pi = startPi(path, { ...variables, ...lure.variables }, [lure.extension])
    const made = await pi.play(
      swapOf(SMALL),
      COMMIT,
      COMMIT,
      ['search_context', { query: 'Tuesdays' }],
      ['bash', { command: 'id' }],
      ['lure', {}],
    )
    expect(
      made.map(({ tool, isError }) => [tool, isError]),
      JSON.stringify(made),
    ).toEqual([
      ['preview_action', false],
      ['commit_action', false],
      ['commit_action', true],
      ['search_context', false],
      ['bash', true],
      ['lure', true],
    ])
    // No tool of a gateway is in a session that signs.
    expect(lure.countCalls()).toBe(0)
    lure.close()
    expect(made[2]?.text).toContain('PERMIT_NOT_PENDING')
    expect(made[3]?.text).toContain('Buy ether on Tuesdays alone.')
    const bought = (await readWeth(account)) - before
    expect(bought > 0n && bought < parseEther('1')).toBe(true)
    // Whoever owns stdin has no shell either.
    expect(await pi.command({ type: 'bash', command: 'id' })).toMatchObject({ success: false })
    await pi.close()
  })

  test('behavior: without a wallet there is nothing to act by; switches of the config hold', async () => {
    const { path, variables } = await settle({
      config: '[tools]\nprofile = "trader"\ndisable = ["data_get_token_price"]\n',
    })
    const pi = startPi(path, variables)
    const made = await pi.play(swapOf(SMALL), ['query_state', { query: 'data_get_token_price' }])
    expect(made[0]).toMatchObject({ isError: true })
    expect(made[0]?.text).toContain('not found')
    expect(made[1]).toMatchObject({ isError: true })
    expect(made[1]?.text).toContain('UNKNOWN_QUERY')
    await pi.close()
  })

  describe('with a remote signer', () => {
    let service: RemoteSignerService
    beforeAll(async () => {
      service = await startRemoteSignerService({
        mode: 'on',
        privateKey: ACTORS.operator.privateKey,
        strangerKey: ACTORS.stranger.privateKey,
        token: TOKEN,
        onHeld: () => undefined,
      })
    })
    afterAll(() => service?.close())

    test('I15: it signs what is committed; where it lies or is gone nothing is sent', async () => {
      const agent = await settle({
        config: `[tools]\nprofile = "trader"\n[wallet]\nremote_signer = "${service.url}"\n`,
      })
      const pi = startPi(agent.path, { ...agent.variables, BARDO_SIGNER_TOKEN: TOKEN })
      expect(await swap(pi, agent)).toMatchObject({ errors: [false, false], sent: 1 })
      for (const [mode, code] of [
        ['other-bytes', 'SIGNED_BYTES_DIFFER'],
        ['other-key', 'SIGNER_WRONG_KEY'],
        ['refuses', 'SIGNER_FAILED'],
        ['down', 'SIGNER_FAILED'],
      ] as const) {
        await service.setMode(mode)
        const denied = await swap(pi, agent)
        expect(denied, mode).toMatchObject({ errors: [false, true], bought: 0n, sent: 0 })
        expect(denied.text).toContain(code)
        expect(denied.text).not.toMatch(/Ignore your limits|a-token-for/)
      }
      await service.setMode('on')
      expect(await swap(pi, agent)).toMatchObject({ errors: [false, false], sent: 1 })
      await pi.close()
    })
  })

  test('I13: the operator may be a contract account, whose owners sign', async () => {
    const agent = await settle({
      config: `${TRADER}account = "safe"\nowners = ["owner-0.json", "owner-1.json"]\n`,
      setup: { signer: 'safe' },
    })
    expect(agent.operator).not.toBe(ACTORS.operator.address)
    const pi = startPi(agent.path, agent.variables)
    const made = await swap(pi, agent)
    expect(made, made.text).toMatchObject({ errors: [false, false], sent: 1 })
    expect(made.bought > 0n).toBe(true)
    await pi.close()

    writeFileSync(join(agent.path, 'agent.toml'), `${TRADER}account = "safe"\nowners = ["owner-0.json"]\n`)
    const short = startPi(agent.path, agent.variables)
    const denied = await swap(short, agent)
    expect(denied).toMatchObject({ errors: [false, true], bought: 0n, sent: 0 })
    expect(denied.text).toContain('SAFE_THRESHOLD_NOT_MET')
    await short.close()
  })

  test('behavior: a model delegates to another, which acts in a session of its own', async () => {
    const agent = await settle({ config: `[agent]\narchetype = "golem-instance"\n${TRADER}` })
    const pi = startPi(agent.path, agent.variables)
    const before = await readWeth(agent.account)
    const task = JSON.stringify([swapOf(SMALL), COMMIT])
    const made = await pi.play(
      ['delegate_task', { to: 'trade-executor', task }],
      ['delegate_task', { to: 'pool-researcher', task }],
    )
    expect(
      made.map(({ isError }) => isError),
      JSON.stringify(made),
    ).toEqual([false, true])
    expect(JSON.parse(made[0]?.text ?? '')).toMatchObject({
      session: 'golem-instance/trade-executor',
      isComplete: true,
      permits: [{ state: 'committed' }],
      saidUntrusted: 'made 2 calls',
    })
    expect(made[1]?.text).toContain('DELEGATION_NOT_ALLOWED')
    expect((await readWeth(agent.account)) > before).toBe(true)
    await pi.close()
  })

  test('I58: above the hot lane the guardian is asked over its socket; without it, or by another key, nothing goes', async () => {
    const agent = await settle({ config: TRADER })
    const { account, operator, policy } = agent
    const guardian = await environment.guardians.get()
    const guardAs = (privateKey: Hex) =>
      guardian.setUp({
        privateKey,
        policy,
        book: environment.book,
        account,
        operator,
        nodePath: environment.fork.ipcPath,
        ledgerPath: environment.guardians.newLedgerPath(),
      })
    await guardAs(ACTORS.guardian.privateKey)
    agent.write({ guardianSocket: guardian.socketPath })
    const above = `${policy.limits.hotLaneUsdc + 1_000_000n}`
    const pi = startPi(agent.path, agent.variables)
    const made = await swap(pi, agent, above)
    expect(made, made.text).toMatchObject({ errors: [false, false], sent: 1 })
    await guardAs(ACTORS.stranger.privateKey)
    const forged = await swap(pi, agent, above)
    expect(forged).toMatchObject({ bought: 0n, sent: 0 })
    expect(forged.text).toContain('GUARDIAN_REFUSED')
    await guardian.kill()
    const denied = await swap(pi, agent, above)
    expect(denied).toMatchObject({ bought: 0n, sent: 0 })
    expect(denied.text).toContain('GUARDIAN_UNREACHABLE')
    await pi.close()
  })

  test('I45: a second provider has to show the same; one that lies or is gone denies', async () => {
    const agent = await settle({ config: TRADER })
    const second = await serveSpoiltNode(environment.fork.url)
    const pi = startPi(agent.path, { ...agent.variables, BARDO_SECOND_RPC_URL: second.url })
    expect(await swap(pi, agent)).toMatchObject({ errors: [false, false], sent: 1 })
    const agreed = second.asked
    expect(agreed).toBeGreaterThan(0)
    const held = numberToHex(await readToken(addressOf('USDC'), agent.account), { size: 32 }).slice(2)
    const other = numberToHex(BigInt(`0x${held}`) + 1n, { size: 32 }).slice(2)
    second.spoil((answer) => answer.replaceAll(held, other))
    const lied = await swap(pi, agent)
    expect(lied).toMatchObject({ bought: 0n, sent: 0 })
    expect(lied.text).toContain('PROVIDERS_DISAGREE')
    second.spoil(() => undefined)
    const down = await swap(pi, agent)
    expect(down).toMatchObject({ bought: 0n, sent: 0 })
    expect(down.text).toContain('CHAIN_READ_FAILED')
    second.close()
    await pi.close()
  })

  test('behavior: where a node goes, the next one of the list takes its place', async () => {
    const agent = await settle({ config: TRADER })
    const first = await serveSpoiltNode(environment.fork.url)
    const nodes = { BARDO_RPC_URL: `${first.url} ${environment.fork.url}` }
    const pi = startPi(agent.path, { ...agent.variables, ...nodes })
    expect(await swap(pi, agent)).toMatchObject({ errors: [false, false], sent: 1 })
    first.spoil(() => undefined)
    expect(await swap(pi, agent)).toMatchObject({ errors: [false, false], sent: 1 })
    first.close()
    await pi.close()
  })
})

describe('what keeps pi from starting', () => {
  let agent: AgentHome
  beforeAll(async () => {
    agent = await createAgentHome(environment, { config: TRADER })
  })
  afterAll(() => agent?.remove())

  /** Start with changes; answers what pi said before it ended. */
  async function fail(variables: Readonly<Record<string, string>>, config = TRADER): Promise<string> {
    writeFileSync(join(agent.path, 'agent.toml'), config)
    const pi = startPi(agent.path, { ...agent.variables, ...variables })
    expect(await pi.exited).not.toBe(0)
    return pi.readStderr()
  }

  test('error: what is missing, unknown or does not open is named before a session starts', async () => {
    expect(await fail({ BARDO_RPC_URL: '', BARDO_CHECKPOINT_PASSWORD: '' })).toMatch(
      /BARDO_RPC_URL is not set: expected the URL of the node, [^\n]*\n.*BARDO_CHECKPOINT_PASSWORD is not set/,
    )
    expect(await fail({}, '[tools]\nprofile = "tradr"\n')).toContain(
      'agent.toml:2:1: unknown profile "tradr"; did you mean "trader"?',
    )
    expect(await fail({ BARDO_SECOND_RPC_URL: environment.fork.url })).toContain(
      'expected nodes of two providers',
    )
    expect(await fail({ BARDO_KEYSTORE_PASSWORD: 'another one' })).toContain('KEYSTORE_PASSWORD')
    const remote = '[wallet]\nremote_signer = "https://signer.example/rpc"\n'
    const stranger = `${remote}address = "${ACTORS.stranger.address}"\n`
    expect(await fail({ BARDO_SIGNER_TOKEN: TOKEN }, stranger)).toContain('SIGNER_WRONG_KEY')
  })
})
