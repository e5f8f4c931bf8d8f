import { attempt } from '../../core/attempt.ts'
import type { Clock } from '../../core/clock.ts'
import type { EventBus } from '../../core/events.ts'
import { type Json, toCanonicalJson } from '../../core/json.ts'
import { runReadTool } from '../../core/runner.ts'
import { toPlainData } from '../../core/schema.ts'
import type { LikelyRead, ReadTool } from '../../core/tool-def.ts'
import { admitParams, versionOf } from '../../core/tool-versions.ts'
import type { Stack } from '../stack.ts'
import { createCoOccurrenceTable } from './co-occurrence.ts'
import { type Ahead, readAhead, readHead } from './read-ahead.ts'

/** Probability from which on a tool is read ahead. */
const THRESHOLD = 0.7

/** Most reads ahead in one tick, and at one time. */
const MOST_IN_TICK = 16
const MOST_AT_ONCE = 4

/** Reads ahead for every agent of a process. */
export interface Speculation {
  /** Put a cache of its own before the reads of one agent's model: nothing crosses from one session to another. */
  over(stack: Stack): Stack
  /** Forget what was read ahead in the running tick, and tell what came of it. */
  endTick(): void
  /** Wait until nothing is read ahead any more. */
  idle(): Promise<void>
}

/** A process that reads nothing ahead. */
export const NO_SPECULATION: Speculation = {
  over: (stack) => stack,
  endTick: () => undefined,
  idle: async () => undefined,
}

interface Entry {
  readonly likely: LikelyRead
  readonly ahead: Promise<Ahead | undefined>
  /** The block that it holds for, once it is read: none where it holds for no block. */
  block?: string | undefined
  isUnderWay: boolean
  isUsed: boolean
}

/** What one agent reads ahead in one tick. */
interface Running {
  readonly tick: number
  readonly entries: Map<string, Entry>
  readonly stop: AbortController
  started: number
  hits: number
  reads: number
  requests: number
  /** The latest block that was seen. */
  head?: string | undefined
}

/**
 * Create the speculation of a process. It answers the model's own reads alone, never those that plan or judge an action,
 * and only while the block that an answer holds for is the latest one; its reads cost no call of the model.
 */
export function createSpeculation(deps: {
  readonly events: EventBus
  readonly clock: Pick<Clock, 'tick'>
}): Speculation {
  const underWay = new Set<Promise<unknown>>()
  const open = new Set<() => void>()
  return {
    over: (stack) => putBefore(stack, { ...deps, underWay, open }),
    endTick() {
      for (const end of open) end()
    },
    async idle() {
      while (underWay.size > 0) await Promise.all([...underWay])
    },
  }
}

function putBefore(
  stack: Stack,
  {
    events,
    clock,
    underWay,
    open,
  }: Parameters<typeof createSpeculation>[0] & {
    /** What is read ahead now. */
    readonly underWay: Set<Promise<unknown>>
    /** Ends the tick of every agent that read ahead in it. */
    readonly open: Set<() => void>
  },
): Stack {
  const table = createCoOccurrenceTable(THRESHOLD)
  const { chain } = stack.runner.context
  const begin = (): Running => ({
    tick: clock.tick(),
    entries: new Map(),
    stop: new AbortController(),
    started: 0,
    hits: 0,
    reads: 0,
    requests: 0,
  })
  let running = begin()
  const forget = () => {
    for (const { likely, isUsed } of running.entries.values()) if (!isUsed) table.note(likely, false)
    running.stop.abort()
    running = { ...running, entries: new Map(), stop: new AbortController() }
  }
  const endTick = () => {
    forget()
    open.delete(endTick)
    const { tick, started, hits, reads, requests } = running
    running = begin()
    if (started === 0) return
    events.emit({ kind: 'speculation:ended', tick, reads, read_ahead: started, hits, requests })
  }
  const start = (likely: LikelyRead, params: Json) => {
    const tool = findRead(stack, likely.tool)
    if (tool === undefined || running.started >= MOST_IN_TICK || underWay.size >= MOST_AT_ONCE) return
    const key = keyOf(tool.name, params)
    const known = running.entries.get(key)
    if (known && (known.isUnderWay || known.block === running.head)) return
    const of = running
    const onRequest = () => {
      // Entries are forgotten; what they cost is not.
      running.requests += of.tick === running.tick ? 1 : 0
    }
    open.add(endTick)
    running.started += 1
    // What cannot be read ahead is read when it is asked for, and fails then.
    const ahead = readAhead(tool, params, stack.runner, { signal: of.stop.signal, onRequest }).catch(
      () => undefined,
    )
    const entry: Entry = { likely, ahead, isUnderWay: true, isUsed: false }
    running.entries.set(key, entry)
    underWay.add(ahead)
    ahead.then((read) => {
      underWay.delete(ahead)
      entry.isUnderWay = false
      entry.block = read?.block
      if (read) of.head = read.block
    })
  }
  const find = async (key: string): Promise<Ahead | undefined> => {
    const entry = running.entries.get(key)
    if (entry === undefined) return undefined
    if (!entry.isUsed) table.note(entry.likely, true)
    entry.isUsed = true
    const ahead = await entry.ahead
    if (ahead === undefined) return undefined
    running.head = await readHead(chain).catch(() => undefined)
    return running.head === ahead.block ? ahead : undefined
  }
  const read: Stack['read'] = async (name, given, signal) => {
    if (running.tick !== clock.tick()) endTick()
    const tool = stack.find<ReadTool>(name, 'read')
    const params = attempt(
      () => admitParams(tool, toPlainData(given), stack.runner.context.clock.wallMs()) as Json,
    )
    // What does not fit is refused as ever.
    if (params === undefined) return stack.read(name, given, signal)
    running.reads += 1
    // What was read ahead is waited for within the frame of the read itself: its budget is that of both.
    const answering: ReadTool = {
      ...tool,
      async read(input, ctx) {
        const ahead = await find(keyOf(name, params))
        ctx.signal.throwIfAborted()
        if (ahead === undefined) return tool.read(input, ctx)
        running.hits += 1
        events.emit({ kind: 'speculation:hit', tool_name: name })
        for (const event of ahead.events) if (event.kind === 'tool:update') ctx.step(event.step_name)
        return ahead.data
      },
    }
    const data = (await runReadTool(answering, params, stack.runner, signal)) as Json
    for (const likely of table.after(tool)) {
      for (const next of likely.derive(params as never, data as never)) start(likely, next)
    }
    return { schemaVersion: versionOf(tool), tool: name, isError: false, data }
  }
  return {
    ...stack,
    read,
    commit(permitId) {
      forget()
      return stack.commit(permitId).finally(forget)
    },
  }
}

const keyOf = (tool: string, params: Json) => `${tool} ${toCanonicalJson(params)}`

/** A read tool of the agent's own; one that it lacks is not read ahead. */
const findRead = (stack: Stack, name: string) => attempt(() => stack.find<ReadTool>(name, 'read'))
