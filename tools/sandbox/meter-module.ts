import { ByteReader, ModuleRejected } from './byte-reader.ts'
import { ByteWriter } from './byte-writer.ts'
import {
  ENTRY_EXPORT,
  FUEL_EXPORT,
  HOST_FUNCTIONS,
  HOST_MODULE,
  MEMORY_EXPORT,
  STACK_EXPORT,
  VALUE_TYPES,
} from './host-functions.ts'
import {
  BYTES_PER_FUEL,
  FUNCTIONS,
  GROW_FUEL,
  PAGE_BYTES,
  type SandboxLimits,
  TABLE_ENTRIES,
} from './limits.ts'
import {
  type FunctionType,
  type MeterIndices,
  meterFunction,
  readValueType,
  writeFuelCheck,
} from './meter-function.ts'
import { OP } from './opcodes.ts'

/** The module asks for more than the host offers. */
export class ImportRejected extends ModuleRejected {
  readonly names: readonly string[]

  constructor(names: readonly string[]) {
    super(`it imports ${names.join(', ')}`)
    this.names = names
  }
}

/** A module that counts its own fuel and stack. */
export interface MeteredModule {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Memory that it starts with, in pages. */
  readonly initialPages: number
}

const SECTION = {
  custom: 0,
  type: 1,
  import: 2,
  function: 3,
  table: 4,
  memory: 5,
  global: 6,
  export: 7,
  start: 8,
  element: 9,
  code: 10,
  data: 11,
  dataCount: 12,
} as const

/** Sections in the order in which a binary has them. */
const SECTION_ORDER = [
  SECTION.type,
  SECTION.import,
  SECTION.function,
  SECTION.table,
  SECTION.memory,
  SECTION.global,
  SECTION.export,
  SECTION.element,
  SECTION.dataCount,
  SECTION.code,
  SECTION.data,
]

const HEADER = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00]
const FUNCTION_FORM = 0x60
const FUNCTION_REFERENCE = 0x70
const KIND_FUNCTION = 0
const KIND_MEMORY = 2
const KIND_GLOBAL = 3
const MUTABLE = 1

/**
 * Check a module against what the sandbox takes, and rewrite it so that it counts its fuel and stack.
 *
 * Taken are WebAssembly 1.0 and its later bulk memory, sign extension and saturating conversion instructions,
 * with one memory, at most one table, and imports of `HOST_FUNCTIONS` only; anything else is rejected.
 *
 * @throws ImportRejected, ModuleRejected
 */
export function meterModule(module: Uint8Array<ArrayBuffer>, limits: SandboxLimits): MeteredModule {
  // Comes first: added counters take the next free indices, which the module itself must not reach.
  if (!WebAssembly.validate(module)) throw new ModuleRejected('it is not valid WebAssembly')
  const sections = readSections(module)
  const open = (id: number) => new ByteReader(sections.get(id) ?? Uint8Array.of(0))
  if (sections.has(SECTION.start)) throw new ModuleRejected('start functions are not supported')

  const types = readTypes(open(SECTION.type))
  const importedCount = checkImports(open(SECTION.import), types)
  const functions = readFunctions(open(SECTION.function), types)
  checkTables(open(SECTION.table))
  checkElements(open(SECTION.element))
  const memory = readMemory(open(SECTION.memory), limits)
  const globalCount = checkGlobals(open(SECTION.global))
  const entry = findEntry(open(SECTION.export), functions, importedCount)

  const indices: MeterIndices = {
    fuelGlobal: globalCount,
    stackGlobal: globalCount + 1,
    chargeBytes: importedCount + functions.length,
    growMemory: importedCount + functions.length + 1,
  }
  const code = open(SECTION.code)
  const bodies = code.vector(() => code.take(code.u32()))
  const metered = bodies.map((body, index) => {
    if (body.length > limits.functionBytes) {
      throw new ModuleRejected(`a function has ${body.length} bytes, allowed ${limits.functionBytes}`)
    }
    return meterFunction(body, functions[index] as FunctionType, indices)
  })

  const helperType = types.length
  extend(sections, SECTION.type, 1, (out) =>
    out.bytes(FUNCTION_FORM).sized(Uint8Array.of(VALUE_TYPES.i32)).sized(Uint8Array.of(VALUE_TYPES.i32)),
  )
  extend(sections, SECTION.function, 2, (out) => out.u32(helperType).u32(helperType))
  extend(sections, SECTION.global, 2, (out) =>
    out
      .bytes(VALUE_TYPES.i64, MUTABLE, OP.i64Const, 0, OP.end)
      .bytes(VALUE_TYPES.i32, MUTABLE, OP.i32Const)
      .signed(limits.stackSlots)
      .bytes(OP.end),
  )
  sections.set(SECTION.memory, new ByteWriter().bytes(1, 1).u32(memory.min).u32(memory.max).written())
  const exports = new ByteWriter().u32(4)
  exports.name(ENTRY_EXPORT).bytes(KIND_FUNCTION).u32(entry)
  exports.name(MEMORY_EXPORT).bytes(KIND_MEMORY, 0)
  exports.name(FUEL_EXPORT).bytes(KIND_GLOBAL).u32(indices.fuelGlobal)
  exports.name(STACK_EXPORT).bytes(KIND_GLOBAL).u32(indices.stackGlobal)
  sections.set(SECTION.export, exports.written())
  const newCode = new ByteWriter().u32(metered.length + 2)
  for (const body of metered) newCode.sized(body)
  newCode.sized(buildChargeBytes(indices)).sized(buildGrowMemory(indices, memory.max))
  sections.set(SECTION.code, newCode.written())
  return { bytes: writeSections(sections), initialPages: memory.min }
}

function readSections(module: Uint8Array): Map<number, Uint8Array> {
  const reader = new ByteReader(module)
  reader.take(HEADER.length)
  const sections = new Map<number, Uint8Array>()
  while (!reader.isAtEnd) {
    const id = reader.byte()
    const body = reader.take(reader.u32())
    if (id === SECTION.custom) continue
    if (id > SECTION.dataCount) throw new ModuleRejected(`section ${id} is not supported`)
    sections.set(id, body)
  }
  return sections
}

function writeSections(sections: ReadonlyMap<number, Uint8Array>): Uint8Array<ArrayBuffer> {
  const out = new ByteWriter().append(HEADER)
  for (const id of SECTION_ORDER) {
    const body = sections.get(id)
    if (body !== undefined) out.bytes(id).sized(body)
  }
  return out.written().slice()
}

/** Append items to a section that is a vector. */
function extend(
  sections: Map<number, Uint8Array>,
  id: number,
  count: number,
  write: (out: ByteWriter) => void,
): void {
  const reader = new ByteReader(sections.get(id) ?? Uint8Array.of(0))
  const out = new ByteWriter().u32(reader.u32() + count)
  out.append(reader.bytes.subarray(reader.offset))
  write(out)
  sections.set(id, out.written())
}

function readTypes(reader: ByteReader): FunctionType[] {
  return reader.vector(() => {
    reader.expect(FUNCTION_FORM, 'type')
    const params = reader.vector(() => readValueType(reader))
    const results = reader.vector(() => readValueType(reader))
    if (results.length > 1) throw new ModuleRejected('functions with several results are not supported')
    return { params, results }
  })
}

/** Check that only what the host offers is imported; answer how many functions that are. */
function checkImports(reader: ByteReader, types: readonly FunctionType[]): number {
  const refused: string[] = []
  const count = reader.u32()
  for (let index = 0; index < count; index += 1) {
    const name = `${reader.name()}.${reader.name()}`
    const kind = reader.byte()
    const type = kind === KIND_FUNCTION ? types[reader.u32()] : undefined
    if (type === undefined || !isOffered(name, type)) refused.push(name)
    if (kind !== KIND_FUNCTION) skipImportType(reader, kind)
  }
  if (refused.length > 0) throw new ImportRejected(refused)
  return count
}

/** The host's functions are not typed for the engine: a wrong type would reach them as it is. */
function isOffered(name: string, type: FunctionType): boolean {
  const offered = Object.entries(HOST_FUNCTIONS).find(([key]) => `${HOST_MODULE}.${key}` === name)?.[1]
  const isSame = (a: readonly number[], b: readonly number[]) => a.join() === b.join()
  return offered !== undefined && isSame(offered.params, type.params) && isSame(offered.results, type.results)
}

/** Pass over the type of an import that is refused anyway, to be able to name the ones after it. */
function skipImportType(reader: ByteReader, kind: number): void {
  if (kind === KIND_GLOBAL) {
    readValueType(reader)
    reader.byte()
  } else if (kind === KIND_MEMORY) {
    readSizes(reader)
  } else {
    reader.byte()
    if (kind === 1) readSizes(reader)
    else reader.u32()
  }
}

function readFunctions(reader: ByteReader, types: readonly FunctionType[]): FunctionType[] {
  const functions = reader.vector(() => types[reader.u32()] as FunctionType)
  if (functions.length > FUNCTIONS) {
    throw new ModuleRejected(`it has ${functions.length} functions, allowed ${FUNCTIONS}`)
  }
  return functions
}

function readSizes(reader: ByteReader): { min: number; max: number | undefined } {
  const flags = reader.byte()
  if (flags > 1) throw new ModuleRejected('shared and 64-bit memories are not supported')
  return { min: reader.u32(), max: flags === 1 ? reader.u32() : undefined }
}

function readMemory(reader: ByteReader, limits: SandboxLimits): { min: number; max: number } {
  const memories = reader.vector(() => readSizes(reader))
  const [memory] = memories
  if (memory === undefined || memories.length > 1) throw new ModuleRejected('it must have one memory')
  const allowed = Math.floor(limits.memoryBytes / PAGE_BYTES)
  if (memory.min > allowed) {
    throw new ModuleRejected(`its memory starts with ${memory.min} pages, allowed ${allowed}`)
  }
  return { min: memory.min, max: Math.min(memory.max ?? allowed, allowed) }
}

function checkTables(reader: ByteReader): void {
  const tables = reader.vector(() => {
    reader.expect(FUNCTION_REFERENCE, 'table type')
    return readSizes(reader)
  })
  if (tables.length > 1) throw new ModuleRejected('it has more than one table')
  const entries = tables[0]?.min ?? 0
  if (entries > TABLE_ENTRIES) {
    throw new ModuleRejected(`its table has ${entries} entries, allowed ${TABLE_ENTRIES}`)
  }
}

function checkElements(reader: ByteReader): void {
  reader.vector(() => {
    reader.expect(0, 'element segment')
    skipConstant(reader)
    reader.vector(() => reader.u32())
  })
}

/** Check that globals are numbers; answer how many there are. */
function checkGlobals(reader: ByteReader): number {
  return reader.vector(() => {
    readValueType(reader)
    reader.byte()
    skipConstant(reader)
  }).length
}

function skipConstant(reader: ByteReader): void {
  const opcode = reader.byte()
  if (opcode === OP.i32Const || opcode === OP.i64Const) reader.skipLeb()
  else if (opcode === OP.globalGet) reader.u32()
  else if (opcode === OP.f32Const) reader.take(4)
  else if (opcode === OP.f64Const) reader.take(8)
  else throw new ModuleRejected(`initial value 0x${opcode.toString(16)} is not supported`)
  reader.expect(OP.end, 'initial value')
}

/** Find the function that is run, and check that the memory is exported. */
function findEntry(reader: ByteReader, functions: readonly FunctionType[], importedCount: number): number {
  const exports = reader.vector(() => ({ name: reader.name(), kind: reader.byte(), index: reader.u32() }))
  const has = (name: string, kind: number) =>
    exports.find((candidate) => candidate.name === name && candidate.kind === kind)
  const entry = has(ENTRY_EXPORT, KIND_FUNCTION)
  const type = entry && functions[entry.index - importedCount]
  if (entry === undefined || type === undefined || type.params.length + type.results.length > 0) {
    throw new ModuleRejected(`it must export the function ${ENTRY_EXPORT}, without parameters or results`)
  }
  if (!has(MEMORY_EXPORT, KIND_MEMORY))
    throw new ModuleRejected(`it must export its memory as ${MEMORY_EXPORT}`)
  return entry.index
}

/** `(length) → length`: charges moved bytes. */
function buildChargeBytes({ fuelGlobal }: MeterIndices): Uint8Array {
  const code = new ByteWriter().bytes(0)
  code.bytes(OP.globalGet).u32(fuelGlobal)
  code.bytes(OP.localGet, 0, OP.i32Const).signed(Math.log2(BYTES_PER_FUEL)).bytes(OP.i32ShrU)
  code.bytes(OP.i64ExtendI32U, OP.i64Sub, OP.globalSet).u32(fuelGlobal)
  writeFuelCheck(code, fuelGlobal)
  return code.bytes(OP.localGet, 0, OP.end).written()
}

/**
 * `(pages) → pages before`, or −1 above the limit.
 *
 * Traps when the machine has no memory left, since an answer that depends on the machine would make the
 * outcome depend on it.
 */
function buildGrowMemory({ fuelGlobal }: MeterIndices, maxPages: number): Uint8Array {
  const minusOne = [OP.i32Const, 0x7f]
  const code = new ByteWriter().bytes(0)
  code.bytes(OP.i32Const).signed(maxPages).bytes(OP.memorySize, 0, OP.i32Sub)
  code.bytes(OP.localGet, 0, OP.i32LtU, OP.if, OP.emptyBlock, ...minusOne, OP.return, OP.end)
  code.bytes(OP.globalGet).u32(fuelGlobal)
  code.bytes(OP.localGet, 0, OP.i64ExtendI32U, OP.i64Const).signed(PAGE_BYTES / BYTES_PER_FUEL)
  code.bytes(OP.i64Mul, OP.i64Const).signed(GROW_FUEL).bytes(OP.i64Add)
  code.bytes(OP.i64Sub, OP.globalSet).u32(fuelGlobal)
  writeFuelCheck(code, fuelGlobal)
  code.bytes(OP.localGet, 0, OP.memoryGrow, 0, OP.localTee, 0)
  code.bytes(...minusOne, OP.i32Eq, OP.if, OP.emptyBlock, OP.unreachable, OP.end)
  return code.bytes(OP.localGet, 0, OP.end).written()
}
