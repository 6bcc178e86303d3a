import { fraction, hash, pick, SALT } from './random.ts'
import { fromArray, type Listing } from './listing.ts'
import type { WireConsumer, WireProvider } from './wire.ts'

/** Company → branch → districts. A branch may have none. */
const REGIONS: readonly [string, readonly [string, readonly string[]][]][] = [
  [
    'Газпромбыт Приволжская область',
    [
      ['Филиал «Северный»', ['Борский район газоснабжения', 'Городецкий район газоснабжения', 'Ковернинский участок']],
      ['Филиал «Заречный»', ['Автозаводский район', 'Канавинский район', 'Ленинский участок']],
      ['Филиал «Нагорный»', ['Приокский район', 'Советский район', 'Кстовская служба']],
      ['Филиал «Южный»', ['Арзамасский район газоснабжения', 'Лукояновский участок', 'Первомайский участок']],
    ],
  ],
  [
    'Регионгаз Верхнекамье',
    [
      ['Соликамский филиал', ['Участок «Соликамск-1»', 'Участок «Соликамск-2»']],
      ['Березниковский филиал', ['Правобережный участок', 'Усольская служба']],
      ['Управление магистральных сетей', []],
    ],
  ],
]

const FIRST_PROVIDER_ID = 101
export const CONSUMERS = 60
const FIRST_CONSUMER_ID = 1001

interface Node extends WireProvider {
  children: Node[]
}

const TREE: readonly Node[] = buildTree()
const LEAVES: readonly Node[] = TREE.flatMap((company) => company.children.flatMap((branch) => branch.children))

function buildTree(): Node[] {
  let id = FIRST_PROVIDER_ID
  return REGIONS.map(([name, branches]) => ({
    id: id++,
    name,
    children: branches.map(([branch, districts]) => ({
      id: id++,
      name: branch,
      children: districts.map((district) => ({ id: id++, name: district, children: [] })),
    })),
  }))
}

/** 'Resource provider (energies)': the companies, with branches and districts inside. */
export const providers = (): Listing<WireProvider> => fromArray(TREE)

const KINDS = [
  ['ООО', 'Промышленность', ['Волжский кирпич', 'Стекломаш', 'Хлебокомбинат № 2', 'Тепличный', 'Литейщик', 'Агротехника']],
  ['АО', 'Промышленность', ['Химволокно', 'Молочный завод', 'Судоремонтный завод', 'Заречье', 'Металлист']],
  ['МУП', 'Теплоснабжение', ['Теплосети', 'Городские котельные', 'Коммунальщик', 'Тепло и вода', 'Жилкомсервис']],
  ['ГБУ', 'Бюджетные организации', ['Районная больница', 'Школа-интернат', 'Дом культуры', 'Детский сад № 14']],
  ['ТСЖ', 'Население', ['Солнечное', 'Рябина', 'Берег', 'Набережная, 7', 'Мирный']],
  ['ИП', 'Мелкий опт', ['Кузнецов А. П.', 'Ёлкина Е. В.', 'Щукин И. Ю.']],
  ['', 'Commercial', ['Nordic Timber Ltd', 'Volga Glass GmbH', 'River Port Logistics']],
] as const

export const consumerId = (index: number): number => FIRST_CONSUMER_ID + index

/** The n-th consumer, 0 ≤ n < 60. Some have no tax number or no contact. */
function consumerAt(seed: number, index: number): WireConsumer {
  const [form, type, names] = pick(KINDS, index)
  const round = Math.floor(index / KINDS.length)
  const name = pick<string>(names, round)
  const again = Math.floor(round / names.length)
  const shown = form === '' ? name : form === 'ИП' ? `ИП ${name}` : `${form} «${name}»`
  const h = hash(seed, SALT.consumer, index)
  return {
    id: consumerId(index),
    name: again > 0 ? `${shown} (${again + 1})` : shown,
    subdivision_type_name: type,
    inn: index % 13 === 6 ? '' : `${form === 'ИП' ? '52' : '0'}${5_200_000_000 + (h % 99_999_999)}`.slice(form === 'ИП' ? 0 : 1),
    contact_number: index % 11 === 4 ? '' : phone(seed, 1_000_000 + index),
  }
}

/** '+7 …' in the several ways people write it. */
export function phone(seed: number, of: number): string {
  const u = fraction(seed, SALT.phone, of)
  const digits = String(hash(seed, SALT.phone, of, 1) % 10_000_000).padStart(7, '0')
  const [a, b, c] = [digits.slice(0, 3), digits.slice(3, 5), digits.slice(5)]
  return u < 0.5 ? `+7 (831) ${a}-${b}-${c}` : u < 0.8 ? `8-910-${a}-${b}-${c}` : `+7920${digits}`
}

/** Districts that buy for a consumer: one, and every seventh consumer has a second one elsewhere. */
function leavesOf(index: number): Node[] {
  const own = pick(LEAVES, index)
  return index % 7 === 3 ? [own, pick(LEAVES, index + 5)] : [own]
}

/** 'Consumer (customers)': all, or those that a provider or anything beneath it supplies. */
export function consumers(seed: number, energyId?: number): Listing<WireConsumer> {
  const inside = energyId === undefined ? undefined : idsWithin(TREE, energyId, false)
  const indexes = Array.from({ length: CONSUMERS }, (_, index) => index)
  const listed = inside ? indexes.filter((index) => leavesOf(index).some((leaf) => inside.has(leaf.id))) : indexes
  return fromArray(listed.map((index) => consumerAt(seed, index)))
}

function idsWithin(nodes: readonly Node[], id: number, inside: boolean, found = new Set<number>()): Set<number> {
  for (const node of nodes) {
    const here = inside || node.id === id
    if (here) found.add(node.id)
    idsWithin(node.children, id, here, found)
  }
  return found
}
