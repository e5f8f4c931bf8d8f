import type { Environment } from '../stage/environment.ts'
import type { Stage } from '../stage/stage.ts'
import { createTracer, type Tracer } from '../trace/tracer.ts'
import { describingOn } from './record-acts.ts'

/** Trace what the stack of a stage simulates and sends. */
export const createStageTracer = ({ fork, agentRpc }: Environment, { book, names }: Stage): Tracer =>
  createTracer({ rpc: fork.rpc, agentRpc, headSeconds: fork.headTimestampSeconds }, describingOn(book, names))
