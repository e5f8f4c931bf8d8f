import type { Figure } from './figure.ts'
import type { Json } from './json.ts'
import type { Layer } from './layers.ts'
import type { BootCapability, ToolDescription } from './tool-def.ts'

/** Everything that the event fabric carries; names and snake_case members are the wire format. */
export type AssayEvent =
  | {
      kind: 'tool:start'
      tool_name: string
      params_hash: string
      tick: number
      /** How it shows that it runs, and for how long it may. */
      sprite?: ToolDescription['spriteTrigger']
      budget_ms?: number
    }
  | { kind: 'tool:update'; tool_name: string; step_name: string; step_index: number; total_steps: number }
  | { kind: 'tool:end'; tool_name: string; success: boolean; duration_ms: number; result_summary: string }
  | { kind: 'tool:error'; tool_name: string; error_code: string; error_message: string }
  | {
      kind: 'ToolCallAttempt'
      pi_tool: string
      params_hash: string
      outcome: 'ok' | 'error'
      error_code?: string
    }
  | {
      kind: 'hook:verdict'
      hook: string
      verdict: 'allow' | 'allow-modified' | 'reject'
      stage: string
      code?: string
      /** By what it decided. */
      figures?: readonly Figure[]
    }
  /** A session of another archetype begins; the path names everyone above it, joined by slashes. */
  | { kind: 'delegation:opened'; path: string; tools: number }
  | {
      kind: 'delegation:advice'
      path: string
      permit_id: string
      verdict: 'nothing-against' | 'caution'
      remarks: readonly string[]
    }
  /** Tools that an agent asks for and does not get, for want of what the process lacks. */
  | { kind: 'tools:left-out'; requires: BootCapability; tools: readonly string[] }
  | { kind: 'permit:state'; permit_id: string; from: string | null; to: string }
  | { kind: 'permit:announced'; permit_id: string; risk_class: string; wait_seconds: number }
  | { kind: 'denied'; layer: Layer; code: string }
  /** What became of one action; amounts are USDC base units as decimal text. */
  | {
      kind: 'action:recorded'
      tick: number
      action_type: string
      status: 'executed' | 'blocked' | 'deferred'
      tool_name?: string
      permit_id?: string
      tx_hash?: string
      block_reason?: string
      gas_usdc?: string
      pnl_usdc?: string
      verified?: boolean
      expected?: string
      actual?: string
      replay?: string
    }
  /** A tick is over; the record is that of its decision cycle. */
  | { kind: 'cycle:recorded'; tick: number; is_durable: boolean; record: Json }
  /** A read of the model was answered by what had been read ahead of it. */
  | { kind: 'speculation:hit'; tool_name: string }
  /** What was read ahead in a tick is discarded: of so many reads so many were answered by it, for so many calls of the chain. */
  | {
      kind: 'speculation:ended'
      tick: number
      reads: number
      read_ahead: number
      hits: number
      requests: number
    }
  /** A tick begins with its first call; what it may do, where that has bounds. */
  | { kind: 'tick:opened'; tick: number; phase: string; max_calls?: number; max_ms?: number }
  /** What an earlier tick left open was looked for when another one began. */
  | { kind: 'tick:taken-up'; tick: number; permit_id: string; step: string }
  | { kind: 'phase:change'; from: string; to: string; epoch: number }
  /** The permit is that of the action that is sent; what halts or cancels has none. */
  | { kind: 'tx:sent'; hash: string; nonce: number; permit_id?: string }
  | { kind: 'tx:mined'; hash: string; status: 'success' | 'reverted'; gas_used: string }
  | { kind: 'halt:latched'; reason: string }
  | { kind: 'halt:cleared' }
  | { kind: 'halt:carried-out'; status: string; complete: boolean; failed: readonly string[] }
  | { kind: 'WasmToolStart'; tool_name: string; module_sha256: string; fuel_limit: number }
  | { kind: 'WasmToolComplete'; tool_name: string; outcome: string; fuel_used: number }

/** The kinds of events. */
export type EventKind = AssayEvent['kind']

/** Publishes events to its listeners, in order and synchronously. */
export interface EventBus {
  emit(event: AssayEvent): void
  subscribe(listener: (event: AssayEvent) => void): () => void
}

/** Create an event bus; a listener that throws does not disturb the emitter or other listeners. */
export function createEventBus(): EventBus {
  const listeners = new Set<(event: AssayEvent) => void>()
  return {
    emit(event) {
      for (const listener of listeners) {
        try {
          listener(event)
        } catch {
          // A reporter must never change what the stack decides.
        }
      }
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
