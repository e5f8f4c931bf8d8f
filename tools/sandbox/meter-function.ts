import { ByteReader, ModuleRejected } from './byte-reader.ts'
import { ByteWriter } from './byte-writer.ts'
import { VALUE_TYPES } from './host-functions.ts'
import { FUNCTION_COMPLEXITY } from './limits.ts'
import { OP } from './opcodes.ts'

/** A function type with at most one result. */
export interface FunctionType {
  readonly params: readonly number[]
  readonly results: readonly number[]
}

/** Where the counters and helpers are that metering adds to the module. */
export interface MeterIndices {
  readonly fuelGlobal: number
  readonly stackGlobal: number
  /** `(length) → length`: charges moved bytes. */
  readonly chargeBytes: number
  /** `(pages) → pages before`: charges and grows within the limit. */
  readonly growMemory: number
}

/** Slots of a stack frame besides its locals and operands. */
const FRAME_SLOTS = 16

/** Rewrites one function body; created once a function. */
class FunctionMeter {
  readonly #reader: ByteReader
  readonly #type: FunctionType
  readonly #indices: MeterIndices
  readonly #code = new ByteWriter()
  /** The straight-line run of instructions that is being read; it is charged as a whole at its start. */
  readonly #run = new ByteWriter()
  /** Offset up to which the instructions read were taken over. */
  #copied = 0
  #runFuel = 0
  #instructions = 0
  #controls = 0
  #usesFloats = false
  #localCount = 0

  constructor(body: Uint8Array, type: FunctionType, indices: MeterIndices) {
    this.#reader = new ByteReader(body)
    this.#type = type
    this.#indices = indices
  }

  /** Answer the new body. */
  meter(): Uint8Array {
    const locals = this.#readLocals()
    this.#localCount = locals.reduce((sum, { count }) => sum + count, this.#type.params.length)
    this.#copied = this.#reader.offset
    this.#readCode()
    if ((this.#localCount + 1) * this.#controls > FUNCTION_COMPLEXITY) {
      throw new ModuleRejected('a function is too complex to compile')
    }

    const { stackGlobal } = this.#indices
    // No operand is pushed without an instruction, so their number bounds the height of the operand stack.
    const frame = FRAME_SLOTS + this.#localCount + this.#instructions
    const body = new ByteWriter()
    const temporaries = this.#usesFloats ? [VALUE_TYPES.f32, VALUE_TYPES.f64] : []
    body.u32(locals.length + temporaries.length)
    for (const { count, type } of locals) body.u32(count).bytes(type)
    for (const type of temporaries) body.u32(1).bytes(type)
    // Setting locals to zero takes time too.
    writeCharge(body, this.#indices.fuelGlobal, 1 + this.#localCount)
    body.bytes(OP.globalGet).u32(stackGlobal)
    body.bytes(OP.i32Const).signed(frame).bytes(OP.i32Sub, OP.globalSet).u32(stackGlobal)
    body.bytes(OP.globalGet).u32(stackGlobal)
    body.bytes(OP.i32Const, 0, OP.i32LtS, OP.if, OP.emptyBlock, OP.unreachable, OP.end)
    // Every way out of the function, traps aside, leads to the end of this block.
    body.bytes(OP.block, this.#type.results[0] ?? OP.emptyBlock)
    body.append(this.#code.written())
    body.bytes(OP.globalGet).u32(stackGlobal)
    body.bytes(OP.i32Const).signed(frame).bytes(OP.i32Add, OP.globalSet).u32(stackGlobal)
    return body.bytes(OP.end).written()
  }

  #readLocals() {
    return this.#reader.vector(() => ({ count: this.#reader.u32(), type: readValueType(this.#reader) }))
  }

  #readCode(): void {
    const reader = this.#reader
    let depth = 0
    while (!reader.isAtEnd) {
      const start = reader.offset
      const opcode = reader.byte()
      this.#instructions += 1
      this.#runFuel += 1
      switch (opcode) {
        case OP.block:
        case OP.loop:
        case OP.if:
          depth += 1
          readBlockType(reader)
          if (opcode !== OP.block) this.#endRun()
          break
        case OP.end:
          depth -= 1
          this.#endRun()
          break
        case OP.else:
        case OP.unreachable:
          this.#endRun()
          break
        case OP.branch:
        case OP.branchIf:
          reader.u32()
          this.#endRun()
          break
        case OP.branchTable:
          reader.vector(() => reader.u32())
          reader.u32()
          this.#endRun()
          break
        case OP.return:
          this.#copyTo(start)
          this.#run.bytes(OP.branch).u32(depth)
          this.#copied = reader.offset
          this.#endRun()
          break
        case OP.memoryGrow:
          reader.expect(0, 'memory')
          this.#copyTo(start)
          this.#run.bytes(OP.call).u32(this.#indices.growMemory)
          this.#copied = reader.offset
          break
        case OP.prefixed:
          this.#readPrefixed(start)
          break
        default:
          this.#readPlain(opcode)
      }
    }
    if (depth !== -1) throw new ModuleRejected('a function does not end')
  }

  /** Read an instruction that needs no more than its own price, or a canonical NaN after it. */
  #readPlain(opcode: number): void {
    skipImmediates(this.#reader, opcode)
    const type = FLOAT_RESULTS.get(opcode)
    if (type !== undefined) this.#canonicaliseNan(type)
  }

  #readPrefixed(start: number): void {
    const reader = this.#reader
    const opcode = reader.u32()
    switch (opcode) {
      case OP.prefixedMemoryInit:
        reader.u32()
        reader.expect(0, 'memory')
        break
      case OP.prefixedMemoryCopy:
        reader.expect(0, 'memory')
        reader.expect(0, 'memory')
        break
      case OP.prefixedMemoryFill:
        reader.expect(0, 'memory')
        break
      case OP.prefixedDataDrop:
        reader.u32()
        return
      default:
        // The saturating conversions come first and take nothing.
        if (opcode >= OP.prefixedMemoryInit) throw unsupported(`0xfc ${opcode}`)
        return
    }
    this.#copyTo(start)
    this.#run.bytes(OP.call).u32(this.#indices.chargeBytes)
  }

  /** The bits of a NaN that arithmetic makes differ from one processor to the next. */
  #canonicaliseNan(type: 'f32' | 'f64'): void {
    this.#usesFloats = true
    this.#copyTo(this.#reader.offset)
    const local = this.#localCount + (type === 'f32' ? 0 : 1)
    this.#run.bytes(OP.localTee).u32(local)
    if (type === 'f32') this.#run.bytes(OP.f32Const, 0, 0, 0xc0, 0x7f)
    else this.#run.bytes(OP.f64Const, 0, 0, 0, 0, 0, 0, 0xf8, 0x7f)
    this.#run.bytes(OP.localGet).u32(local).bytes(OP.localGet).u32(local)
    this.#run.bytes(type === 'f32' ? OP.f32Eq : OP.f64Eq, OP.select)
  }

  /** Take over the instructions up to an offset as they are. */
  #copyTo(offset: number): void {
    this.#run.append(this.#reader.bytes.subarray(this.#copied, offset))
    this.#copied = offset
  }

  #endRun(): void {
    this.#controls += 1
    this.#copyTo(this.#reader.offset)
    writeCharge(this.#code, this.#indices.fuelGlobal, this.#runFuel)
    this.#code.append(this.#run.written())
    this.#run.clear()
    this.#runFuel = 0
  }
}

/**
 * Rewrite a function body so that it counts its fuel and its stack and gives the same bits everywhere.
 *
 * Each straight-line run of instructions is charged at its start; the module must have been validated before.
 *
 * @throws ModuleRejected
 */
export const meterFunction = (body: Uint8Array, type: FunctionType, indices: MeterIndices): Uint8Array =>
  new FunctionMeter(body, type, indices).meter()

/** Write code that takes fuel and traps when there is not enough of it. */
function writeCharge(code: ByteWriter, fuelGlobal: number, fuel: number): void {
  code.bytes(OP.globalGet).u32(fuelGlobal)
  code.bytes(OP.i64Const).signed(fuel).bytes(OP.i64Sub, OP.globalSet).u32(fuelGlobal)
  writeFuelCheck(code, fuelGlobal)
}

/** Write code that traps when the fuel was overdrawn. */
export function writeFuelCheck(code: ByteWriter, fuelGlobal: number): void {
  code.bytes(OP.globalGet).u32(fuelGlobal)
  code.bytes(OP.i64Const, 0, OP.i64LtS, OP.if, OP.emptyBlock, OP.unreachable, OP.end)
}

/** Read a numeric type; references and vectors are not supported. */
export function readValueType(reader: ByteReader): number {
  const type = reader.byte()
  if (type < VALUE_TYPES.f64 || type > VALUE_TYPES.i32) {
    throw new ModuleRejected(`value type 0x${type.toString(16)} is not supported`)
  }
  return type
}

function readBlockType(reader: ByteReader): void {
  if (reader.bytes[reader.offset] === OP.emptyBlock) reader.byte()
  else readValueType(reader)
}

function skipImmediates(reader: ByteReader, opcode: number): void {
  if (opcode >= OP.i32Eqz && opcode <= OP.i64Extend32S) return
  if (opcode >= OP.i32Load && opcode <= OP.i64Store32) {
    // Bits above the alignment would name another memory.
    if (reader.u32() > MAX_ALIGNMENT) throw unsupported('memory')
    reader.u32()
    return
  }
  switch (opcode) {
    case OP.nop:
    case OP.drop:
    case OP.select:
      return
    case OP.call:
    case OP.localGet:
    case OP.localSet:
    case OP.localTee:
    case OP.globalGet:
    case OP.globalSet:
      reader.u32()
      return
    case OP.callIndirect:
      reader.u32()
      reader.u32()
      return
    case OP.memorySize:
      reader.expect(0, 'memory')
      return
    case OP.i32Const:
    case OP.i64Const:
      reader.skipLeb()
      return
    case OP.f32Const:
      reader.take(4)
      return
    case OP.f64Const:
      reader.take(8)
      return
    default:
      throw unsupported(`0x${opcode.toString(16)}`)
  }
}

const MAX_ALIGNMENT = 3

const unsupported = (what: string) => new ModuleRejected(`instruction ${what} is not supported`)

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

/** Instructions whose NaN results have bits that the specification leaves open. */
const FLOAT_RESULTS: ReadonlyMap<number, 'f32' | 'f64'> = new Map([
  ...range(OP.f32Ceil, OP.f32Max).map((opcode) => [opcode, 'f32'] as const),
  ...range(OP.f64Ceil, OP.f64Max).map((opcode) => [opcode, 'f64'] as const),
  [OP.f32DemoteF64, 'f32'],
  [OP.f64PromoteF32, 'f64'],
])
