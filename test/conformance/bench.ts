import { type Address, type Hex, isAddress } from 'viem'
import { expect } from 'vitest'
import { withFirewall } from '../../harness/chain/firewall.ts'
import { createReadClient } from '../../harness/chain/viem-client.ts'
import { DEV_KINDS } from '../../harness/dev-kinds.ts'
import { LATER_ACTS } from '../../harness/protocols/later-acts.ts'
import type { LaterOrder } from '../../harness/stage/later.ts'
import type { StageSetup } from '../../harness/stage/open-stage.ts'
import type { Stage } from '../../harness/stage/stage.ts'
import { ACTORS, type ActorName } from '../../harness/world/actors.ts'
import { findContract } from '../../harness/world/find-contract.ts'
import { askVenues } from '../../tools/agent/ask-venues.ts'
import { type Filling, fillNeeds } from '../../tools/agent/fill-needs.ts'
import { createToolbox } from '../../tools/agent/toolbox.ts'
import type { CaseStep, CaseValue } from '../../tools/core/cases.ts'
import { createChainReader } from '../../tools/core/chain-reader.ts'
import { createEventBus } from '../../tools/core/events.ts'
import type { Json } from '../../tools/core/json.ts'
import type { OwnerPlan, PermittedPlan } from '../../tools/core/plan.ts'
import { planWriteTool, type RunnerDeps, runReadTool } from '../../tools/core/runner.ts'
import type { PrivilegedTool, ReadTool, Tool, WriteTool } from '../../tools/core/tool-def.ts'
import { DEV_REGISTRY } from '../../tools/profiles/dev.ts'
import { type ProtocolPorts, putProtocolsOn } from '../../tools/runtime/protocol-ports.ts'
import type { OpenEnvironment } from '../safety/open-environment.ts'
import { carryOut } from './carry-out.ts'
import { check, resolve, type Scope } from './values.ts'

/** A tool of the production stack or of the test net. */
export type CatalogueTool = (typeof DEV_REGISTRY.tools)[number]

/** One case's world: a stage as scenarios have it, and beside it the tools without the layers before them. */
export interface Bench {
  readonly stage: Stage
  readonly scope: Scope
  readonly protocols: ProtocolPorts
  /** Run a read tool; the second number counts its requests. */
  read(tool: ReadTool, params: unknown): Promise<{ readonly answer: unknown; readonly roundTrips: number }>
  /** Let a tool plan, as the agent's account or as an actor. */
  plan(
    tool: WriteTool | PrivilegedTool,
    params: unknown,
    as?: Address,
  ): Promise<{ readonly plan: PermittedPlan | OwnerPlan; readonly roundTrips: number }>
  /** Run a tool as the stack does, a plan included, and answer its data. */
  runTool(name: string, params: unknown, driftBps?: number): Promise<unknown>
  run(step: CaseStep): Promise<void>
  /** Let others do all that a protocol lets them do to what the account has in it by now. */
  letOthersAct(protocol: string): Promise<void>
}

/** What a case changes of the world that it is played in. */
type CaseSetup = Pick<StageSetup, 'baseFeeWei' | 'cage'> & {
  readonly ownedByGate?: boolean | undefined
  readonly owner?: StageSetup['owner'] | undefined
  readonly recipients?: readonly string[] | undefined
}

/** Open the world of one case; a privileged tool gets an owner's gate. */
export async function openBench(
  environment: OpenEnvironment,
  tool: Tool,
  {
    owner,
    ownedByGate = tool.capability === 'privileged' || owner !== undefined,
    recipients,
    ...setup
  }: CaseSetup = {},
): Promise<Bench> {
  const stage = await environment.open({
    profile: 'dev',
    // Every tool is tried, those included whose places an owner has to want.
    lossyPlaces: true,
    ...setup,
    ...(ownedByGate ? { owner: owner ?? 'key' } : {}),
    ...(recipients
      ? { cage: { recipients: recipients.map((name) => ACTORS[name as ActorName].address) } }
      : {}),
  })
  const { rpc } = environment
  const { book } = stage
  const protocols = putProtocolsOn(DEV_REGISTRY.protocols, book)
  const client = createReadClient(rpc, book.chainId)
  const kept = new Map<string, unknown>()
  const scope: Scope = { client, kept, find: (name) => findAddress(name, stage) }
  const steps: string[] = []
  const events = createEventBus()
  events.subscribe((event) => {
    if (event.kind === 'tool:update') steps.push(event.step_name)
  })
  const depsAs = (account: Address): RunnerDeps => ({
    events,
    context: {
      chain: createChainReader(createReadClient(withFirewall(rpc), book.chainId), book.chainId),
      book,
      ...protocols,
      account,
      operator: ACTORS.operator.address,
      clock: stage.clock,
      safety: stage.session.agent.safety.view,
      sdks: environment.sdks,
      askVenues: (kind, params) => askVenues(kind, params, fillingFor(quietly(depsAs(account)), protocols)),
    },
  })
  /** Count the requests of a run, and hold the steps that it reports against those that it declares. */
  const watch = async <T>({ progressSteps }: Tool, body: () => Promise<T>) => {
    steps.length = 0
    const before = rpc.roundTrips
    const result = await body()
    expect(steps).toEqual(progressSteps)
    return { result, roundTrips: rpc.roundTrips - before }
  }
  const bench: Bench = {
    stage,
    scope,
    protocols,
    async read(reader, params) {
      const { result, roundTrips } = await watch(reader, () =>
        runReadTool(reader, params, depsAs(stage.cage)),
      )
      return { answer: result, roundTrips }
    },
    async plan(writer, params, as = stage.cage) {
      const { result, roundTrips } = await watch(writer, () => planWriteTool(writer, params, depsAs(as)))
      if (result.kind !== 'unfilled') return { plan: result, roundTrips }
      return { plan: await fillNeeds(writer, result, fillingFor(depsAs(as), protocols)), roundTrips }
    },
    runTool,
    async letOthersAct(protocol) {
      for (const act of LATER_ACTS[protocol] ?? []) {
        const order = { protocol, act, shareBps: 5_000, waitSeconds: 86_400 }
        if (await stage.later.applies(order)) await happen(order)
      }
    },
    async run(step) {
      const answer = await runStep(step)
      if (step.keep !== undefined) kept.set(step.keep, answer)
      if (step.expect) await check(answer, step.expect, scope)
    },
  }

  /** Expected = actual = observed, for assets, units and what these come to. */
  async function happen(order: Omit<LaterOrder, 'shareBps' | 'waitSeconds'> & Partial<LaterOrder>) {
    const { contradictions, details } = await stage.later.happen({
      shareBps: 10_000,
      waitSeconds: 86_400,
      ...order,
    })
    expect(contradictions, `${order.act} in ${order.protocol}`).toEqual([])
    return details
  }

  async function runStep(step: CaseStep): Promise<unknown> {
    if ('send' in step) return send(step.send)
    if ('chain' in step) return resolve(step.chain, scope)
    if ('later' in step) return happen(step.later)
    if ('pi' in step) {
      const { error, details } = await stage.agent.call(step.pi, await resolve(step.args ?? {}, scope))
      if (step.code !== undefined) {
        expect(error?.code, step.pi).toBe(step.code)
        return undefined
      }
      if (error) throw error
      return details
    }
    if ('mining' in step) return void (await stage.blocks.setMining(step.mining))
    if ('mine' in step) return void (await stage.blocks.mine(step.mine))
    const params = await resolve(step.params ?? {}, scope)
    const done = step.as
      ? actAs(step.tool, params, step.as as ActorName)
      : runTool(step.tool, params, step.driftBps)
    if (step.code === undefined) return done
    return expect(codeOf(done), step.tool).resolves.toBe(step.code)
  }

  async function runTool(name: string, params: unknown, driftBps = 0): Promise<unknown> {
    const used = findTool(name)
    if (used.capability === 'write' || used.capability === 'privileged') {
      return (await carryOut(used, params, bench, driftBps)).answer
    }
    const { error, details } = await stage.agent.runTool(name, params as never)
    if (error) throw error
    return details
  }

  async function actAs(name: string, params: unknown, actor: ActorName): Promise<undefined> {
    const { plan } = await bench.plan(findTool(name) as WriteTool, params, ACTORS[actor].address)
    if (plan.kind !== 'transaction') throw new Error(`${name} plans no transaction for ${actor}`)
    const { details } = await stage.outsiders.act(ACTORS[actor].address, plan.calls, undefined)
    expect(details, `${name} of ${actor}`).toEqual({ ends: plan.calls.map(() => ({ status: 'mined' })) })
  }

  async function send({
    from,
    to,
    data,
    valueWei = '0',
    gasPriceWei = (2n * (setup.baseFeeWei ?? 0n)).toString(),
  }: Transaction) {
    const request = {
      from: scope.find(from),
      to: await resolve(to, scope),
      data: await resolve(data ?? '0x', scope),
      value: toHex(valueWei),
      gasPrice: toHex(gasPriceWei),
      gas: toHex('5000000'),
    }
    const hash = await rpc.request<Hex>('eth_sendTransaction', [request])
    await stage.blocks.mine(1)
    return hash
  }

  return bench
}

/** What is read on the way of a tool reports no steps of the tool's. */
const quietly = (deps: RunnerDeps): RunnerDeps => ({ ...deps, events: createEventBus() })

/** Everything of the catalogue fills what a plan needs. */
const fillingFor = (runner: RunnerDeps, { fillers }: ProtocolPorts): Filling => ({
  toolbox: createToolbox(
    { name: 'dev', tools: DEV_REGISTRY.tools, mayAct: true, missing: [] },
    { assertPinned: () => undefined },
  ),
  actions: DEV_KINDS,
  fillers,
  read: async (name, params) => ({
    schemaVersion: 1,
    tool: name,
    isError: false,
    data: (await runReadTool(findTool(name) as ReadTool, params, runner)) as Json,
  }),
  runner,
})

type Transaction = Extract<CaseStep, { send: unknown }>['send'] & { readonly to: CaseValue }

const toHex = (amount: string): Hex => `0x${BigInt(amount).toString(16)}`

/** Find a tool of the catalogue. @throws Error */
export function findTool(name: string): CatalogueTool {
  const tool = DEV_REGISTRY.tools.find((candidate) => candidate.name === name)
  if (tool === undefined) throw new Error(`no tool ${name}`)
  return tool
}

/** The code with which something ends; "none" when it does not fail. */
export const codeOf = (done: Promise<unknown>): Promise<string> =>
  done.then(
    () => 'none',
    (error) => error.code ?? String(error),
  )

function findAddress(name: string, { book, cage, session }: Stage): Address {
  if (name === 'account') return cage
  const { approver, owner } = session.policy
  if (name === 'gate') return owner
  if (name === 'approver' && approver !== undefined) return approver
  if (Object.hasOwn(ACTORS, name)) return ACTORS[name as ActorName].address
  if (isAddress(name)) return name
  const [head = '', symbol] = name.split('.')
  const token = book.tokens.find((candidate) => candidate.symbol === (head === 'feed' ? symbol : name))
  const found = head === 'feed' ? token?.feed?.address : (token?.address ?? findContract(book, name))
  if (found === undefined) throw new Error(`nothing goes by the name "${name}" in this world`)
  return found
}
