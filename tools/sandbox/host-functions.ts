/** Value types of WebAssembly, as its binary format writes them. */
export const VALUE_TYPES = { i32: 0x7f, i64: 0x7e, f32: 0x7d, f64: 0x7c } as const

/** Name of the module that everything offered is imported from. */
export const HOST_MODULE = 'host'

interface Signature {
  readonly params: readonly number[]
  readonly results: readonly number[]
}

const { i32 } = VALUE_TYPES

/** Everything that an untrusted module may import: its input, its output, and a log. Pointers are in bytes. */
export const HOST_FUNCTIONS = {
  /** `() → length` of the input, which is JSON. */
  input_size: { params: [], results: [i32] },
  /** `(pointer, offset, length)`: copy a part of the input to the module's memory. */
  read_input: { params: [i32, i32, i32], results: [] },
  /** `(pointer, length)`: append to the output, which is to be JSON. */
  write_output: { params: [i32, i32], results: [] },
  /** `(pointer, length)`: append to the log. */
  log: { params: [i32, i32], results: [] },
} as const satisfies Record<string, Signature>

/** Name of a function that the host offers. */
export type HostFunctionName = keyof typeof HOST_FUNCTIONS

/** The function that a module exports to be run: it takes and returns nothing. */
export const ENTRY_EXPORT = 'execute'

/** The memory that a module exports, which the host functions read and write. */
export const MEMORY_EXPORT = 'memory'

/** The counters that metering adds. */
export const FUEL_EXPORT = 'fuel'
export const STACK_EXPORT = 'stack'
