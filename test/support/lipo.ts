import { readFileSync, writeFileSync } from 'node:fs'

/**
 * Stands in for a Mac's `lipo`, run by mac-dummies.ts as `lipo X64 ARM64 -create -output FILE`: joins two programs of one processor each
 * to one for both.
 */
const [x64 = '', arm64 = '', create, output, file = ''] = process.argv.slice(2)
if (create !== '-create' || output !== '-output') throw new Error(`This lipo joins two programs: ${process.argv.slice(2).join(' ')}`)
const programs = [x64, arm64].map((name) => readFileSync(name))
const PAGE = 16_384
const head = Buffer.alloc(PAGE)
head.writeUInt32BE(0xcafebabe)
head.writeUInt32BE(programs.length, 4)
let at = PAGE
const parts: Buffer[] = [head]
for (const [number, program] of programs.entries()) {
  const fields = [program.readUInt32LE(4), program.readUInt32LE(8), at, program.length, 14]
  for (const [field, value] of fields.entries()) head.writeUInt32BE(value, 8 + 20 * number + 4 * field)
  const room = Buffer.alloc(Math.ceil(program.length / PAGE) * PAGE)
  program.copy(room)
  parts.push(room)
  at += room.length
}
writeFileSync(file, Buffer.concat(parts))
