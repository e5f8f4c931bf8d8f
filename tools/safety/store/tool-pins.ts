import type { Hex } from 'viem'
import { ToolError } from '../../core/errors.ts'
import { toCanonicalJson } from '../../core/json.ts'
import { sha256Text } from '../../core/sha256.ts'
import type { Tool } from '../../core/tool-def.ts'
import type { SafetyStore } from './store.ts'

/** The tools as they were approved. */
export interface ToolPins {
  /**
   * Check that a tool is defined as it was when it was approved.
   *
   * @throws ToolError TOOL_CHANGED
   */
  assertPinned(tool: Tool): void
}

/** Where the approved tools stand in the store. */
const TOOLS_KEY = 'tool-pins'

const APPROVED = 'tools-approved'

/** Hashes of definitions that can no longer change. */
const fixedHashes = new WeakMap<Tool, Hex>()

/** What can no longer change, with all that it holds: tools share parts of their schemas. */
const fixed = new WeakSet<object>()

/**
 * Hash everything that the model or the safety layer goes by: names, texts, schemas, tiers. The tool is frozen; undefined
 * when its definition can change all the same.
 */
function hashTool(tool: Tool): Hex | undefined {
  const known = fixedHashes.get(tool)
  if (known !== undefined) return known
  if (!fix(tool)) return undefined
  const definition = Object.entries(tool).filter(([, member]) => typeof member !== 'function')
  const hash = sha256Text(toCanonicalJson(Object.fromEntries(definition)))
  fixedHashes.set(tool, hash)
  return hash
}

/** Freeze a value and all that it holds, frozen parts included; false when an accessor can still change it. */
function fix(value: unknown): boolean {
  const seen = new Set<object>()
  const freeze = (part: unknown): boolean => {
    if (part === null || typeof part !== 'object' || fixed.has(part) || seen.has(part)) return true
    seen.add(part)
    Object.freeze(part)
    return Object.values(Object.getOwnPropertyDescriptors(part)).every(
      (property) => property.get === undefined && freeze(property.value),
    )
  }
  const isFixed = freeze(value)
  if (isFixed) for (const part of seen) fixed.add(part)
  return isFixed
}

/** What was read last, by its text: agents of one process start with the same tools. */
let lastRead: { readonly text: string; readonly pins: ReadonlyMap<string, string> } | undefined

/** What was written last, by the tools: agents of one process start with the same ones. */
let lastWritten: { readonly tools: readonly Tool[]; readonly text: string; readonly hash: Hex } | undefined

function writePins(tools: readonly Tool[]) {
  const isSame =
    lastWritten?.tools.length === tools.length && tools.every((tool, at) => tool === lastWritten?.tools[at])
  if (lastWritten !== undefined && isSame) return lastWritten
  const text = toCanonicalJson(Object.fromEntries(tools.map((tool) => [tool.name, hashTool(tool)])))
  lastWritten = { tools: [...tools], text, hash: sha256Text(text) }
  return lastWritten
}

/** Approve tools as they are now: a decision of the owner, which is audited. */
export function approveTools(store: SafetyStore, tools: readonly Tool[]): void {
  const { text, hash } = writePins(tools)
  store.transact(() => {
    store.writeMeta(TOOLS_KEY, text)
    store.appendAudit(APPROVED, { tools: tools.length, hash })
  })
}

/** Pin tools to what a store has approved; a new store approves the tools that it starts with. */
export function createToolPins(store: SafetyStore, tools: readonly Tool[]): ToolPins {
  if (store.readMeta(TOOLS_KEY) === undefined) approveTools(store, tools)
  const pins = readPins(store)
  return {
    assertPinned(tool) {
      const expected = pins.get(tool.name)
      const found = hashTool(tool)
      if (found !== undefined && found === expected) return
      throw new ToolError('TOOL_CHANGED', {
        tool: tool.name,
        expected: expected ?? 'no such tool',
        found: found ?? 'a definition that can change',
      })
    },
  }
}

function readPins(store: SafetyStore): ReadonlyMap<string, string> {
  const text = store.readMeta(TOOLS_KEY) ?? '{}'
  if (lastRead?.text === text) return lastRead.pins
  try {
    const pins = new Map(Object.entries(JSON.parse(text) as Record<string, string>))
    lastRead = { text, pins }
    return pins
  } catch (cause) {
    throw new ToolError(
      'STORE_CORRUPT',
      { path: TOOLS_KEY, found: 'approvals that nobody can read' },
      { cause },
    )
  }
}
