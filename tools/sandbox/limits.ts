/** What one run of an untrusted module may use, at most. */
export interface SandboxLimits {
  /** Fuel: one unit an instruction; calls of the host and moved bytes cost more. */
  readonly fuel: number
  readonly wallClockMs: number
  /** Linear memory, a multiple of the 64 KiB page. */
  readonly memoryBytes: number
  /**
   * Stack of nested calls, in slots of one value. The module counts it by itself, since where the engine's own
   * stack ends depends on which of its compilers a function went through.
   */
  readonly stackSlots: number
  readonly moduleBytes: number
  /** One function body; bounds what the engine's optimising compiler is given at once. */
  readonly functionBytes: number
  readonly inputBytes: number
  readonly outputBytes: number
  /** What is logged beyond this is dropped. */
  readonly logBytes: number
}

/** The limits of every sandboxed tool. */
export const DEFAULT_LIMITS: SandboxLimits = {
  fuel: 10_000_000,
  wallClockMs: 5_000,
  memoryBytes: 256 * 1024 * 1024,
  stackSlots: 1_000_000,
  moduleBytes: 4 * 1024 * 1024,
  functionBytes: 64 * 1024,
  inputBytes: 64 * 1024,
  outputBytes: 64 * 1024,
  logBytes: 4 * 1024,
}

/** Size of a page of WebAssembly memory. */
export const PAGE_BYTES = 64 * 1024

/** Fuel of one call of a host function, before what its bytes cost. */
export const HOST_CALL_FUEL = 1_000

/** Fuel of one memory.grow, before what its pages cost: the engine makes a new buffer object each time. */
export const GROW_FUEL = 10_000

/** Bytes that memory.grow, memory.fill, memory.copy and the host functions move for one unit of fuel. */
export const BYTES_PER_FUEL = 64

/** Stack of the thread for each slot; far above what one takes, so that the module's own count ends first. */
export const STACK_SLOT_BYTES = 32

/** Entries that a module's table may have. */
export const TABLE_ENTRIES = 10_000

/** Functions that a module may define. */
export const FUNCTIONS = 20_000

/** Locals × control instructions of one function: what the engine's compilers need grows with this product. */
export const FUNCTION_COMPLEXITY = 1 << 17
