import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { serialize } from 'node:v8'
import type { Hex } from 'viem'
import { createCheckpointFile } from '../../harness/audit/checkpoint-file.ts'
import { createReadClient } from '../../harness/chain/viem-client.ts'
import { STATE_DIR } from '../../harness/cli/paths.ts'
import { serveUpstream } from '../../harness/cli/upstream.ts'
import { createEnvironment } from '../../harness/stage/environment.ts'
import type { SigningSubject } from '../../harness/stage/session-signer.ts'
import { createStage, type Stage } from '../../harness/stage/stage.ts'
import type { StageOptions } from '../../harness/stage/stage-options.ts'
import { ACTORS } from '../../harness/world/actors.ts'
import { deployCage } from '../../harness/world/deploy-cage.ts'
import { deployGate } from '../../harness/world/deploy-gate.ts'
import { DEFAULT_POLICY_CHOICES, deriveSafetyPolicy } from '../../harness/world/safety-policy.ts'
import { ToolError } from '../../tools/core/errors.ts'
import type { Order } from './agent-process.ts'
import { buildShim } from './build-shim.ts'
import { bundleAgent } from './bundle-agent.ts'
import { type Ending, judgeEnding, judgeHalt, judgeLife, judgeRows } from './judge-ending.ts'
import type { Operation } from './operations.ts'
import { readRows } from './read-rows.ts'

/** What goes wrong in a process, and at which call. */
export interface Fault {
  readonly name:
    | 'count'
    | 'kill-before'
    | 'kill-after'
    | 'torn'
    | 'enospc'
    | 'eio-write'
    | 'short'
    | 'eio-sync'
  readonly call: number
}

/** What a process said before it ended, and the calls that it made. */
export interface Lived {
  readonly messages: readonly Message[]
  /** Calls that could have gone wrong, in order: "write safety.sqlite-wal". */
  readonly points: readonly string[]
  readonly signal: string | null
}

/** What a process says; by then it is durable. */
export interface Message {
  readonly at: 'ready' | 'open' | 'signing' | 'done' | 'closed' | 'failed'
  readonly head?: { readonly entries: number; readonly hash: Hex }
  /** What the store holds besides its log. */
  readonly rows?: readonly string[]
  /** What is to be signed. */
  readonly subject?: SigningSubject
  readonly answer?: unknown
  readonly message?: string
}

/** How one process with one fault ended, after recovery. */
export interface Outcome extends Ending {
  readonly operation: string
  readonly fault: Fault
  readonly point: string
  readonly lived: Lived
}

/** A store and a chain as an operation finds them, to be restored for each of its faults. */
interface Prepared {
  readonly operation: Operation
  readonly permitId: string | undefined
  readonly folder: string
  readonly snapshot: { id: Hex }
  readonly waiting: readonly Hex[]
}

/** Blocks after which a nonce that another signer used is not looked at again. */
const FINAL_BLOCKS = 12

const BASE_FEE_WEI = 1_000_000_000n

const setTimer = (ms: number, run: () => void) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

/** The call at which a fault was: failures of the disk count their own kind only. */
function readPoint({ name, call }: Fault, points: readonly string[]): string {
  const isKill = name === 'kill-before' || name === 'kill-after'
  const kind = isKill ? '' : name === 'eio-sync' ? 'sync' : 'write'
  return points.filter((point) => point.startsWith(kind))[call - 1] ?? 'none'
}

/** Real processes on real files over a real fork, whose faults are chosen. */
export async function openLaboratory() {
  const root = mkdtempSync(join(tmpdir(), 'assay-durability-'))
  const library = buildShim()
  const agent = await bundleAgent()
  const served = await serveUpstream({ onProgress: () => undefined })
  const environment = await createEnvironment({
    upstream: served.upstream,
    stateDir: STATE_DIR,
    anvilBinary: served.anvilBinary,
    index: 0,
  })
  await environment.reset()
  const { fork, book, capital } = environment
  const approver = ACTORS.owner.address
  const gate = await deployGate(fork, approver, capital)
  // Nobody is there to review what leaves the hot lane.
  const hotLaneUsdc = DEFAULT_POLICY_CHOICES.limits.perDayUsdc
  const cagePolicy = { ...environment.cagePolicy, owner: gate, hotLaneUsdc }
  const cage = await deployCage(fork, cagePolicy, capital)
  fork.setBaseFeeWei(BASE_FEE_WEI)
  await fork.mine()
  const startBlock = BigInt(await fork.rpc.request<Hex>('eth_blockNumber'))
  const client = createReadClient(environment.oracleRpc, book.chainId)
  const policy = deriveSafetyPolicy(book, cagePolicy, environment.pins, {
    ...DEFAULT_POLICY_CHOICES,
    recipients: cagePolicy.recipients,
    approver,
    // Races are about permits, not about how many calls a minute allows.
    rateLimit: { maxCalls: 1_000, windowSeconds: 60 },
    limits: { ...DEFAULT_POLICY_CHOICES.limits, hotLaneUsdc },
  })
  const work = join(root, 'work')
  const plan = join(root, 'plan')
  const live = join(work, 'store')
  const points = join(work, 'points.log')
  let processes = 0

  const optionsFor = (seed: string): StageOptions => ({
    profile: 'full',
    phase: 'thriving',
    policy,
    cage,
    guardian: 'off',
    signer: 'on',
    operator: cagePolicy.operator,
    secondProvider: 'off',
    // The base fee is set on the fork: a stage that set it would mine a block first.
    baseFeeWei: 0n,
    storePath: join(live, 'safety.sqlite'),
    seed,
  })
  const checkpointPath = join(live, 'safety.checkpoints')
  const openStage = (): Promise<Stage> => {
    processes += 1
    return createStage(
      environment,
      { ...optionsFor(`parent ${processes}`), checkpointSink: createCheckpointFile(checkpointPath) },
      setTimer,
    )
  }

  /** Processes that have loaded the stack and wait for what to do. */
  const idle: ChildProcess[] = []
  const startProcess = () =>
    spawn(process.execPath, [agent.path], {
      env: {
        ...process.env,
        LD_PRELOAD: library,
        ASSAY_FAULT_PLAN: plan,
        NODE_COMPILE_CACHE: agent.compileCache,
      },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
  const takeProcess = () => {
    const child = idle.pop() ?? startProcess()
    if (idle.length === 0) idle.push(startProcess())
    return child
  }

  const prepare = async (operation: Operation): Promise<Prepared> => {
    rmSync(work, { recursive: true, force: true })
    mkdirSync(live, { recursive: true })
    let permitId: string | undefined
    const waiting: Hex[] = []
    if (operation.prepare) {
      const stage = await openStage()
      permitId = await operation.prepare(stage)
      for (const { raw, hash } of stage.session.store.listTransactions(permitId as Hex)) {
        const known = await fork.rpc.request<{ blockHash: Hex | null } | null>('eth_getTransactionByHash', [
          hash,
        ])
        if (known?.blockHash === null) waiting.push(raw)
      }
      await stage.close()
    }
    const folder = mkdtempSync(join(root, 'prepared-'))
    cpSync(live, folder, { recursive: true })
    return {
      operation,
      permitId,
      folder,
      waiting,
      snapshot: { id: await fork.rpc.request<Hex>('evm_snapshot') },
    }
  }

  const restore = async ({ folder, snapshot, waiting }: Prepared) => {
    await fork.revertTo(snapshot.id)
    snapshot.id = await fork.rpc.request<Hex>('evm_snapshot')
    for (const raw of waiting) await fork.rpc.request('eth_sendRawTransaction', [raw])
    rmSync(work, { recursive: true, force: true })
    cpSync(folder, live, { recursive: true })
  }

  /** Let a process do an operation on the files as they are. */
  const runProcess = async (
    operation: Operation,
    permitId: string | undefined,
    fault: Fault,
  ): Promise<Lived> => {
    writeFileSync(plan, `${live} ${fault.name} ${fault.call}\n`)
    processes += 1
    const order: Order = {
      operation: operation.name,
      permitId,
      ipcPath: fork.ipcPath,
      forkBlockNumber: fork.forkBlockNumber,
      book,
      options: optionsFor(`process ${processes}`),
      checkpointPath,
    }
    const child = takeProcess()
    const messages: Message[] = []
    const lines = createInterface({ input: child.stdout as NonNullable<typeof child.stdout> })
    lines.on('line', (line) => messages.push(JSON.parse(line) as Message))
    const ended = new Promise<string | null>((resolve) => child.once('close', (_, signal) => resolve(signal)))
    child.stdin?.end(`${serialize(order).toString('base64')}\n`)
    const signal = await ended
    await fork.resync()
    const noted = existsSync(points) ? readFileSync(points, 'utf8').trim().split('\n') : []
    return {
      messages,
      signal,
      points: noted.filter((line) => line !== '').map((line) => line.slice(line.indexOf(' ') + 1)),
    }
  }

  /** Whether a nonce waits to be used, or an action fell out of the chain. */
  const isOpen = async ({ session: { store } }: Stage) => {
    if (store.listPermits('committing').length > 0) return true
    const nonce = await client.getTransactionCount({ address: ACTORS.operator.address })
    return store.listUnfinal().some((row) => row.nonce >= nonce)
  }

  /** Open the stack again on the same files, recover until nothing is open, and judge what is there. */
  const recoverAndJudge = async (operation: Operation, fault: Fault, lived: Lived): Promise<Ending> => {
    const unpaused = operation.isHalt ? await judgeHalt(client, cage, lived.messages) : []
    let stage: Stage
    try {
      stage = await openStage()
    } catch (cause) {
      const isRefused = cause instanceof ToolError && cause.code === 'STORE_CORRUPT'
      const refused = cause instanceof Error ? cause.message : String(cause)
      const findings = isRefused ? [] : [{ law: 'log' as const, message: `opening threw ${refused}` }]
      return { refused, findings: [...unpaused, ...findings], committed: 0, failed: 0, onChain: 0 }
    }
    try {
      // What a disk that failed has of a write may show again later; all else that was said is there.
      const isHonest = ['count', 'kill-before', 'kill-after', 'torn'].includes(fault.name)
      const forgotten = isHonest ? judgeRows(readRows(stage.session.database), lived.messages) : []
      // A disk that is only full has room for a halt.
      if (operation.isHalt && fault.name === 'enospc' && lived.messages.some(({ answer }) => answer)) {
        const halted = stage.session.agent.safety.view.haltedSince()
        if (halted === undefined) forgotten.push({ law: 'lost', message: 'the store knows of no halt' })
      }
      for (let pass = 0; pass < FINAL_BLOCKS + 4; pass += 1) {
        await stage.agent.recover()
        await stage.agent.reconcile()
        if (!(await isOpen(stage))) break
        await fork.mine()
      }
      // Whatever a node still had would be mined sooner or later.
      await fork.mine()
      const { messages } = lived
      const foreignNonces = operation.foreignNonces ?? 0
      const ending = await judgeEnding({ stage, client, cage, gate, startBlock, messages, foreignNonces })
      return {
        ...ending,
        findings: [...unpaused, ...forgotten, ...ending.findings, ...(await judgeLife(stage))],
      }
    } finally {
      await stage.close()
    }
  }

  return {
    /** Prepare an operation once, then let faults happen to it, each from the same state. */
    async withOperation<T>(
      operation: Operation,
      body: (cell: (fault: Fault) => Promise<Outcome>) => Promise<T>,
    ): Promise<T> {
      const base = await fork.rpc.request<Hex>('evm_snapshot')
      const prepared = await prepare(operation)
      try {
        return await body(async (fault) => {
          await restore(prepared)
          const lived = await runProcess(operation, prepared.permitId, fault)
          const point = readPoint(fault, lived.points)
          return {
            operation: operation.name,
            fault,
            point,
            lived,
            ...(await recoverAndJudge(operation, fault, lived)),
          }
        })
      } finally {
        fork.setBaseFeeWei(BASE_FEE_WEI)
        await fork.revertTo(base)
      }
    },
    /** A stack of the parent process, on a store of its own unless it is given one. */
    async openStack(changes: Partial<StageOptions> = {}): Promise<Stage> {
      processes += 1
      const storePath = join(mkdtempSync(join(root, 'stack-')), 'safety.sqlite')
      return createStage(
        environment,
        { ...optionsFor(`parent ${processes}`), storePath, ...changes },
        setTimer,
      )
    },
    /** Give every test the same chain. */
    async withChain<T>(body: () => Promise<T>): Promise<T> {
      const base = await fork.rpc.request<Hex>('evm_snapshot')
      try {
        return await body()
      } finally {
        await fork.revertTo(base)
      }
    },
    /** Do an operation in this process while another process tries it on the same files. */
    async withRival<T>(
      operation: Operation,
      body: (stage: Stage, permitId: string | undefined, rival: () => Promise<Lived>) => Promise<T>,
    ): Promise<T> {
      const base = await fork.rpc.request<Hex>('evm_snapshot')
      const prepared = await prepare(operation)
      const stage = await openStage()
      try {
        const { permitId } = prepared
        return await body(stage, permitId, () => runProcess(operation, permitId, { name: 'count', call: 0 }))
      } finally {
        await stage.close()
        await fork.revertTo(base)
      }
    },
    /** Let one fault happen to an operation, then damage the files that it left, each time anew. */
    async withRemains<T>(
      operation: Operation,
      fault: Fault,
      body: (folder: string, judge: (damage: (folder: string) => void) => Promise<Ending>) => Promise<T>,
    ): Promise<T> {
      const base = await fork.rpc.request<Hex>('evm_snapshot')
      const prepared = await prepare(operation)
      try {
        await restore(prepared)
        const lived = await runProcess(operation, prepared.permitId, fault)
        const folder = mkdtempSync(join(root, 'remains-'))
        cpSync(live, folder, { recursive: true })
        const remains = {
          ...prepared,
          folder,
          waiting: [],
          snapshot: { id: await fork.rpc.request<Hex>('evm_snapshot') },
        }
        return await body(folder, async (damage) => {
          await restore(remains)
          damage(live)
          return recoverAndJudge(operation, fault, lived)
        })
      } finally {
        await fork.revertTo(base)
      }
    },
    async close() {
      for (const child of idle) child.kill('SIGKILL')
      await environment.stop()
      rmSync(root, { recursive: true, force: true })
    },
  }
}
