/** The part of the engine's WebAssembly interface that the sandbox uses; Node's types do not declare it. */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array<ArrayBuffer>)
  }
  class Instance {
    constructor(module: Module, imports: Record<string, Record<string, (...args: number[]) => unknown>>)
    readonly exports: Record<string, unknown>
  }
  class Memory {
    readonly buffer: ArrayBuffer
  }
  class Global<Value> {
    value: Value
  }
  class RuntimeError extends Error {}
  function validate(bytes: Uint8Array<ArrayBuffer>): boolean
}
