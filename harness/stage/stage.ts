import { createHash } from 'node:crypto'
import type { Address, Hex } from 'viem'
import type { AddressBook } from '../../tools/core/address-book.ts'
import type { AssayEvent } from '../../tools/core/events.ts'
import { toCanonicalJson } from '../../tools/core/json.ts'
import type { Acts } from '../oracle/observer.ts'
import type { Holdings, Oracle } from '../oracle/oracle.ts'
import { type Names, nameAddresses } from '../trace/name-addresses.ts'
import { type Blocks, createBlocks } from './blocks.ts'
import type { SetTimer } from './clock.ts'
import { type Companions, createCompanions } from './companions.ts'
import { type Contracts, createContracts } from './contracts.ts'
import { createStageControl } from './control/stage-control.ts'
import { describeSession } from './describe-session.ts'
import { createDisk } from './disk.ts'
import { createFaults, type Faults } from './faults.ts'
import { createFeeds } from './feeds.ts'
import { createFunding } from './funding.ts'
import { createGround, type Ground } from './ground.ts'
import { createLater, type Later } from './later.ts'
import { createLies, type Lies } from './lies.ts'
import { createMarket, createTrade, type Market } from './market.ts'
import { createMarketAccess } from './market-access.ts'
import { connectNodes } from './nodes.ts'
import { createObservedAgent, type ObservedAgent } from './observed-agent.ts'
import { createOutsiders, type Outsiders } from './outsiders.ts'
import { createPassage } from './passage.ts'
import { createProcesses, type Processes } from './processes.ts'
import { createSandwich } from './sandwich.ts'
import { createSecondProvider, type SecondProviderPort } from './second-provider.ts'
import type { Session } from './session.ts'
import { createStageClock, type StageClock } from './stage-clock.ts'
import { createStageGuardian, type StageGuardian } from './stage-guardian.ts'
import type { StageChain, StageOptions } from './stage-options.ts'
import { createStageRemoteSigner, type StageRemoteSigner } from './stage-remote-signer.ts'
import { createStageStore, type StageStore } from './stage-store.ts'
import { createTogether, type Together } from './together.ts'

/** One scenario's world and stack: what happens in it happens through its ports. */
export interface Stage {
  readonly book: AddressBook
  readonly cage: Address
  /** The last block before the stack was there. */
  readonly firstBlock: bigint
  /** What people call the addresses of this stage. */
  readonly names: Names
  /** The runtime of the agent that acts. */
  readonly session: Session
  readonly agent: ObservedAgent
  readonly processes: Processes
  readonly store: StageStore
  readonly clock: StageClock
  readonly blocks: Blocks
  readonly market: Market
  readonly outsiders: Outsiders
  readonly contracts: Contracts
  readonly faults: Faults
  readonly later: Later
  readonly lies: Lies
  readonly guardian: StageGuardian
  readonly secondProvider: SecondProviderPort
  readonly remoteSigner: Pick<StageRemoteSigner, 'setMode'>
  /** The stages of the agent's other chains, whose stacks share the store of this one's. */
  readonly besides: readonly Stage[]
  /** What steps have started beside the stack. */
  readonly companions: Companions
  readonly oracle: Oracle
  /** Tell what the cage has, read again only if the chain may have changed since. */
  readHoldings(): Promise<Holdings>
  readonly together: Together
  /** Rejects once an answer is waited for that will not come and that no timer bounds. */
  readonly stuck: Promise<never>
  /** Events since this was asked last, whatever raised them. */
  takeEvents(): readonly AssayEvent[]
  /** What the agent did and what was read of the chain since this was asked last. */
  takeActs(): Acts
  /** End the running ticks, and say what the chain looks like at the end. */
  finish(): Promise<StageEnd>
  close(): Promise<void>
}

/** The chain at the end of a scenario. */
export interface StageEnd {
  readonly number: bigint
  readonly hash: Hex
  readonly stateDigest: string
}

/** Set the stage for one scenario on a fork that was reset. */
export async function createStage(
  chain: StageChain,
  options: StageOptions,
  setTimer: SetTimer,
): Promise<Stage> {
  const ground = createGround(chain, options, setTimer)
  const { observer, oracle, miner } = ground
  const feeds = createFeeds(ground)
  const passage = createPassage(ground, feeds)
  const nodes = await connectNodes(ground, passage.passUntil)
  const disk = createDisk((fault) => ground.struck.note(`disk-${fault}`))
  const access = createMarketAccess(ground, createFunding(ground))
  const trade = createTrade(access)
  const sandwich = createSandwich(ground, trade)
  if (options.baseFeeWei > 0n) await miner.setBaseFee(options.baseFeeWei)
  const guardian = createStageGuardian(ground, nodes)
  const clock = createStageClock(ground, passage, guardian.look)
  const companions = createCompanions()
  const control = createStageControl(ground, { advance: clock.advance, feeds, access, companions })
  const secondProvider = createSecondProvider(nodes.second.reader, options.secondProvider)
  const remoteSigner = await createStageRemoteSigner(ground)
  const store = createStageStore(options, () => processes.session)
  const session = await describeSession(ground, {
    nodes,
    sandwich,
    guardian: guardian.reached,
    secondProvider: secondProvider.provider,
    disk,
    remoteSigner,
  })
  const processes = createProcesses(session, observer, store.applyPending)
  const { beside } = options
  beside?.processes.followRestarts(processes.reopen)
  const besides: Stage[] = beside ? [beside] : []
  const stage: Stage = {
    book: chain.book,
    cage: options.cage,
    firstBlock: nodes.firstBlock,
    names: nameStage(options, chain.book),
    get session() {
      return processes.session
    },
    agent: createObservedAgent(ground, control, () => processes.session),
    processes,
    store,
    clock,
    blocks: createBlocks(ground, trade, () => processes.session),
    market: createMarket(access, feeds, trade, sandwich),
    outsiders: createOutsiders(ground),
    contracts: createContracts(ground),
    faults: createFaults(ground, nodes, disk),
    later: createLater(ground, access, clock.advance, besides),
    lies: createLies(ground, nodes.lying),
    guardian,
    secondProvider,
    remoteSigner,
    besides,
    companions,
    oracle,
    readHoldings: async () => (await observer.readState()).holdings,
    together: createTogether(ground),
    stuck: ground.stuck,
    takeEvents: observer.takeEvents,
    takeActs: observer.takeActs,
    finish() {
      guardian.assertPlayed()
      processes.endTick()
      return readEnd(ground)
    },
    async close() {
      guardian.close()
      await processes.close()
      await remoteSigner.close()
      await companions.close()
    },
  }
  if (beside) (beside.besides as Stage[]).push(stage)
  return stage
}

const nameStage = ({ cage, operator, policy }: StageOptions, book: AddressBook): Names =>
  nameAddresses(book, { cage, 'operator account': operator, 'owner gate': policy.owner })

/** A fork's block hash does not commit to its state. */
async function readEnd({ client, observer }: Ground): Promise<StageEnd> {
  const [head, { holdings, allowances }] = await Promise.all([client.getBlock(), observer.readState()])
  const { positions } = holdings
  const balances = holdings.balances.map((balance) => balance ?? null)
  const state = toCanonicalJson({ balances, positions, allowances })
  const stateDigest = createHash('sha256').update(state).digest('hex')
  return { number: head.number, hash: head.hash, stateDigest }
}
