import type { MessageRole, Meant, PressureBasis, SettingRole } from './meaning.ts'
import type { Quantity } from './quantity-names.ts'
import type { EventArchive } from './records.ts'

/**
 * What makers' words mean: docs/field-rules.md, section F. Data only: the code that reads it is `quantities.ts`,
 * `analysis/event-roles.ts` and `analysis/meaning/`. Of the rows of a kind the first that matches holds. A user's
 * correction for a type of device comes before the table.
 *
 * Patterns are texts of regular expressions over the beginning of a folded text (`foldBeginning`: lower case, ё as е,
 * single spaces). A row that asks for two things has a pattern for each (`also`): `(?=.*a)(?=.*b)` would search the whole
 * text again from each of its letters.
 */
export const MEANING_TABLE_VERSION = 2

export interface TableRow {
  /** Stable: screens and evidence name the row by it. */
  id: string
  meant: Meant
  /** Exact codes of channels, in lower case. */
  codes?: readonly string[]
  pattern?: string
  /** A second pattern that must be found as well, before or behind the first. */
  also?: string
  /** For messages: the row holds only in these archives. Without a pattern it holds for all their messages. */
  archives?: readonly EventArchive[]
  quantity?: Quantity
  basis?: PressureBasis
  /** For channels: the conditions at which an amount is meant. */
  conditions?: 'working' | 'standard'
  /** For channels: the amount is that of a counter. */
  counts?: true
  /** For channels without a known unit: they are amounts of this kind. */
  amount?: 'volume' | 'flow'
  /**
   * For channels: a pressure or a temperature, but not that of the gas. Charts show it with its like, rules do not take
   * it.
   */
  notOfGas?: true
  /** `none`: its meaning is known, and no rule asks for it. */
  role?: SettingRole | MessageRole
  /** For settings: the row holds only where name or unit tell what is limited or substituted. */
  needsQuantity?: true
  /**
   * For messages: the words say that a situation begins, that it ends, or (`leaves`) that it begins unless other words
   * say more.
   */
  direction?: 'begins' | 'ends' | 'leaves'
}

const channel = (id: string, row: Omit<TableRow, 'id' | 'meant'>): TableRow => ({ id: `channel.${id}`, meant: 'channel', ...row })
const setting = (id: string, role: SettingRole, pattern: string, more: Partial<TableRow> = {}): TableRow => ({ id: `setting.${id}`, meant: 'setting', role, pattern, ...more })
const message = (id: string, role: MessageRole, pattern: string, more: Partial<TableRow> = {}): TableRow => ({ id: `message.${id}`, meant: 'message', role, pattern, ...more })
const ofArchive = (id: string, role: MessageRole, archive: EventArchive): TableRow => ({ id: `message.${id}`, meant: 'message', role, archives: [archive] })
const words = (id: string, direction: 'begins' | 'ends' | 'leaves', stems: string): TableRow => ({ id: `message.${id}`, meant: 'message', direction, pattern: `(?<![\\p{L}\\p{N}])(?:${stems})(?![\\p{L}\\p{N}])` })

const CHANNELS: readonly TableRow[] = [
  // By code: the unified view's codes mean the same everywhere.
  channel('code.standardVolume', { codes: ['gas_consume', 'vpriv', 'vст', 'vс', 'vstd', 'vbase'], quantity: 'standardVolume' }),
  channel('code.workingVolume', { codes: ['vwork', 'vраб', 'vр', 'vact'], quantity: 'workingVolume' }),
  channel('code.standardCounter', { codes: ['reading_value', 'vnakpriv', 'vnakst', 'vnakstd'], quantity: 'standardCounter' }),
  channel('code.workingCounter', { codes: ['vnakwork', 'vnakrab'], quantity: 'workingCounter' }),
  channel('code.standardFlow', { codes: ['q', 'qст', 'qstd', 'qpriv'], quantity: 'standardFlow' }),
  channel('code.workingFlow', { codes: ['qwork', 'qраб', 'qр'], quantity: 'workingFlow' }),
  channel('code.pressureAbsolute', { codes: ['pabs', 'pабс', 'рабс'], quantity: 'pressure', basis: 'absolute' }),
  channel('code.pressureGauge', { codes: ['pizb', 'pизб', 'ризб'], quantity: 'pressure', basis: 'gauge' }),
  channel('code.pressureOfAir', { codes: ['pbar', 'pатм', 'ратм'], quantity: 'pressure', notOfGas: true }),
  channel('code.pressure', { codes: ['p', 'р', 'pin', 'pout'], quantity: 'pressure' }),
  channel('code.differentialPressure', { codes: ['dp', 'dр'], quantity: 'differentialPressure' }),
  channel('code.temperature', { codes: ['t', 'т', 'tгаза', 'tgas'], quantity: 'temperature' }),
  channel('code.airTemperature', { codes: ['tair'], quantity: 'airTemperature' }),
  channel('code.conversionFactor', { codes: ['kkor', 'ккор', 'kкор', 'k'], quantity: 'conversionFactor' }),
  channel('code.compressibility', { codes: ['ksj', 'kсж', 'ксж', 'z'], quantity: 'compressibility' }),
  channel('code.voltage', { codes: ['ubat', 'btm', 'bsg'], quantity: 'voltage' }),
  channel('code.signal', { codes: ['rssi'], quantity: 'signal' }),

  // By name; the unit has to fit.
  channel('differentialPressure', { pattern: 'перепад|differential|(?<![\\p{L}\\p{N}_])dp(?![\\p{L}\\p{N}])', quantity: 'differentialPressure' }),
  channel('compressibility', { pattern: 'сжимаем|compressib', quantity: 'compressibility' }),
  channel('conversionFactor', { pattern: 'коэфф?ициент|conversion factor|correction factor', quantity: 'conversionFactor' }),
  channel('pressure', { pattern: 'давлен|pressure', quantity: 'pressure' }),
  channel('airTemperature', { pattern: 'температур\\S*\\s+(?:в помещ|воздух|окруж|наружн|корпус|шкаф)|(?:air|room|ambient|outdoor|case|cabinet) temperature|(?<!\\p{L})t (?:air|воздуха|корпуса)', quantity: 'airTemperature' }),
  channel('temperature', { pattern: 'температур|temperature', quantity: 'temperature' }),
  channel('voltage', { pattern: 'напряжени|батаре|voltage|battery', quantity: 'voltage' }),
  channel('signal', { pattern: 'уровень сигнала|rssi|signal', quantity: 'signal' }),
  channel('notOfGas', { pattern: 'батаре|battery|барометр|barometr|атмосфер|atmospher|корпус|плат[аы](?!\\p{L})|процессор|cpu|board', notOfGas: true }),

  // Without any words its unit may tell it.
  channel('unit', {}),
  // Amounts: the unit tells volume or flow, else these words.
  channel('amount.flow', { pattern: '(?<!\\p{L})расход|flow', amount: 'flow' }),
  channel('amount.volume', { pattern: '(?<!\\p{L})объем(?! памяти)|volume|(?<!\\p{L})v ?(?:раб|ст|р|с)(?!\\p{L})', amount: 'volume' }),
  channel('conditions.working', { pattern: 'раб|working|actual|uncorrected|unconverted|line cond|(?<!\\p{L})v ?р(?!\\p{L})', conditions: 'working' }),
  channel('conditions.standard', { pattern: 'станд|привед|(?<!\\p{L})ст\\.|(?<!\\p{L})v ?(?:ст|с)(?!\\p{L})|норм\\.?\\s|standard|corrected|converted|base cond|base (?:volume|flow)', conditions: 'standard' }),
  channel('counter', { pattern: 'накоп|нараст|показани|счетчик|index|totali[sz]er|accumul|counter|(?<!\\p{L})vnak', counts: true }),

  // Pressures: from where they are counted.
  channel('basis.absolute', { pattern: 'абс|(?<!\\p{L})abs', basis: 'absolute' }),
  channel('basis.gauge', { pattern: 'избыт|(?<!\\p{L})[pр]?изб(?!\\p{L})|gauge|манометр', basis: 'gauge' }),
]

const LIMITED = { needsQuantity: true } as const
const LOW = '(?:нижн|низк|минимальн|мин)\\p{L}*\\.?'
const HIGH = '(?:верхн|высок|максимальн|макс)\\p{L}*\\.?'
const ALARM = '(?:аварийн|предупредительн|сигнальн)\\p{L}*'

const SETTINGS: readonly TableRow[] = [
  // Wrong friends come first: they have words of the rows below and mean something else.
  setting('partSerial', 'none', 'номер|№|serial', { also: 'датчик|преобразовател|sensor|transmitter|transducer|пломб|seal|sim|модем|modem|телефон|phone|абонентск|антенн' }),
  setting('airPressureLimit', 'none', 'баро|атмосфер|barometr|atmospher', { also: 'предел|уставк|limit|set ?point|setting|тип|type' }),
  setting('summerTime', 'none', 'летнее время|зимнее время|summer time|daylight'),
  setting(
    'clockCorrection',
    'none',
    '(?:коррекция|поправка|ход) (?:часов|времени)|clock (?:correction|drift|deviation)',
  ),
  setting('contractFlow', 'none', 'договорн\\p{L}* расход|лимит газа|contract(?:ed)? flow'),
  setting('flowThreshold', 'none', 'порог чувствительности|порог отсечки|flow threshold|(?:low flow )?cut-?off'),

  setting('contractHour', 'contractHour', '(?:договорн|контрактн|расчетн|учетн|отчетн)\\p{L}* час[ау]?(?!\\p{L})|начал\\p{L}* (?:(?:газов|контрактн|расчетн|отчетн|учетн|договорн)\\p{L}* )?(?:суток|дня)(?!\\p{L})|gas day (?:start|begin|hour)|(?:start|beginning|begin) of (?:the )?(?:gas )?day|day (?:start|begin)|contract (?:hour|time)'),
  setting('verificationInterval', 'verificationInterval', 'межповерочн|интервал\\p{L}* (?:между )?поверк|(?<!\\p{L})мпи(?!\\p{L})|(?:verification|calibration) interval|interval (?:between|of) (?:verification|calibration)'),
  setting('nextVerification', 'nextVerification', '(?:следующ|очередн|предстоящ)\\p{L}* поверк|поверк\\p{L}* (?:действ\\p{L}* )?до(?!\\p{L})|(?:срок|окончани)\\p{L}* (?:действия )?поверк|next (?:verification|calibration)|(?:verification|calibration) (?:is )?(?:due|valid|expir|until)'),
  setting('verified', 'verified', 'дата (?:(?:последн|предыдущ|первичн)\\p{L}* )?поверк|(?:последн|предыдущ|первичн)\\p{L}* поверк|(?<!\\p{L})повер(?:ен|ка)(?!\\p{L})|last (?:verification|calibration)|(?:verification|calibration) date|date of (?:last |the )?(?:verification|calibration)|(?:last )?(?:verified|calibrated)(?: on)?$'),

  setting('barometricPressure', 'barometricPressure', 'барометр|атмосферн\\p{L}* давлени|(?<!\\p{L})[pр] ?(?:бар|атм)(?!\\p{L})|barometric|atmospheric pressure'),
  setting('standardPressure', 'standardPressure', '(?:стандартн|базов)\\p{L}* давлени|давлени\\p{L}* (?:приведения|(?:при )?(?:стандартн|нормальн|базов)\\p{L}* усл)|(?<!\\p{L})[pр] ?ст(?!\\p{L})|(?:standard|base|reference) pressure|pressure (?:at|of) (?:standard|base|reference)'),
  setting('standardTemperature', 'standardTemperature', '(?:стандартн|базов)\\p{L}* температур|температур\\p{L}* (?:приведения|(?:при )?(?:стандартн|нормальн|базов)\\p{L}* усл)|(?<!\\p{L})[tт] ?ст(?!\\p{L})|(?:standard|base|reference) temperature|temperature (?:at|of) (?:standard|base|reference)'),
  setting('pressureBasis', 'pressureBasis', '(?:тип|вид|род) (?:(?:датчик|преобразовател|измеряем|измерени|сенсор)\\p{L}* )?давлени|давлени\\p{L}*:? (?:тип|вид)(?!\\p{L})|датчик\\p{L}* давлени\\p{L}*:? (?:тип|вид)(?!\\p{L})|(?:абсолютн|избыточн)\\p{L}* ?(?:/|или) ?(?:абсолютн|избыточн)|pressure (?:type|kind|basis|mode|reference|(?:sensor|transmitter) type)|type of pressure|absolute ?(?:/|or) ?gauge|gauge ?(?:/|or) ?absolute'),

  setting('substitute', 'substitute', 'подстанов|условно[- ]?постоянн|договорн\\p{L}* (?:значени|давлени|температур|константа)|(?:давлени|температур|значени)\\p{L}*:? (?:по умолчанию|договорн|константа)|константа (?:давлени|температур)|substitut|keypad|(?:default|fixed|fallback) (?:value|pressure|temperature|conversion|compressib)|(?:pressure|temperature|factor|compressibility):? (?:default|fixed|fallback)', LIMITED),

  setting('qmin', 'qmin', '(?<!\\p{L})q ?_?-?(?:min|мин)|наименьш\\p{L}* (?:\\p{L}+ )?расход|минимальн\\p{L}* (?:\\p{L}+ )?расход|расход\\p{L}*:? (?:наименьш|минимальн)|(?:min(?:imum)?|lowest) (?:(?:working|actual|measurable) )?flow|flow(?: ?rate)?:? min', { quantity: 'workingFlow' }),
  setting('qmax', 'qmax', '(?<!\\p{L})q ?_?-?(?:max|макс)|наибольш\\p{L}* (?:\\p{L}+ )?расход|максимальн\\p{L}* (?:\\p{L}+ )?расход|расход\\p{L}*:? (?:наибольш|максимальн)|(?:max(?:imum)?|highest) (?:(?:working|actual|measurable) )?flow|flow(?: ?rate)?:? max', { quantity: 'workingFlow' }),
  setting('lowSetPoint', 'lowSetPoint', `${LOW} (?:${ALARM} )?(?:уставк|порог)|уставк\\p{L}* (?:по )?(?:нижн|низк|мин)|${LOW} ${ALARM}|${ALARM} ${LOW}|(?:low|lower|min|minimum) (?:alarm )?(?:set ?point|setting|threshold)|(?:low|lower|min|minimum) (?:alarm|warning)(?: limit)?|(?:alarm|warning)(?: limit)?:? (?:low|min)`, LIMITED),
  setting('highSetPoint', 'highSetPoint', `${HIGH} (?:${ALARM} )?(?:уставк|порог)|уставк\\p{L}* (?:по )?(?:верхн|высок|макс)|${HIGH} ${ALARM}|${ALARM} ${HIGH}|(?:high|higher|upper|max|maximum) (?:alarm )?(?:set ?point|setting|threshold)|(?:high|upper|max|maximum) (?:alarm|warning)(?: limit)?|(?:alarm|warning)(?: limit)?:? (?:high|max)`, LIMITED),
  setting('lowerLimit', 'lowerLimit', 'нижн\\p{L}* (?:предел|границ|значени\\p{L}* диапазона)|(?:предел|границ)\\p{L}* (?:\\p{L}+ )?нижн|(?:начало|минимум) (?:диапазона|шкалы)|(?<!\\p{L})нпи(?!\\p{L})|(?:lower|low) (?:(?:measuring|measurement|range|sensor) )?(?:limit|range)|(?:range|scale) (?:low|min|start)|(?<!\\p{L})lrv(?!\\p{L})', LIMITED),
  setting('upperLimit', 'upperLimit', 'верхн\\p{L}* (?:предел|границ|значени\\p{L}* диапазона)|(?:предел|границ)\\p{L}* (?:\\p{L}+ )?верхн|(?:конец|максимум) (?:диапазона|шкалы)|(?<!\\p{L})впи(?!\\p{L})|(?:upper|high) (?:(?:measuring|measurement|range|sensor) )?(?:limit|range)|(?:range|scale) (?:high|max|end)|full scale|(?<!\\p{L})urv(?!\\p{L})', LIMITED),
  // A bare minimum or maximum does not say whose it is: the milder of the two, a set point.
  setting('min', 'lowSetPoint', '(?<!\\p{L})[pрtт]? ?_?(?:min|мин)(?:\\.|imum|имальн\\p{L}*|имум)?(?!\\p{L})', LIMITED),
  setting('max', 'highSetPoint', '(?<!\\p{L})[pрtт]? ?_?(?:max|макс)(?:\\.|imum|имальн\\p{L}*|имум)?(?!\\p{L})', LIMITED),

  setting('timeZone', 'timeZone', 'часов\\p{L}* (?:пояс|зон)|time ?zone|(?:utc|gmt)[ -]?offset|смещени\\p{L}* (?:от )?(?:utc|gmt)|^(?:utc|gmt)$'),
  setting('deviceTime', 'deviceTime', '(?:врем\\p{L}*|дата|часы) (?:прибор|корректор|вычислител|счетчик|устройств|контроллер|комплекс)\\p{L}*$|(?:текущ|системн|приборн)\\p{L}* (?:врем|дата)|^(?:дата и время|время и дата|дата, время)|(?:device|system|current|instrument) (?:date|time|clock)|^(?:date and time|date/time|clock|time)$'),
  setting('meterSerial', 'meterSerial', '(?:номер|№) (?:\\p{L}+ )?(?:счетчик|расходомер|пу(?!\\p{L}))|(?:счетчик|расходомер)\\p{L}*:? (?:зав\\p{L}*|сер\\p{L}*)\\.? ?(?:номер|№)|meter(?:’s|\'s)? (?:serial|number|no(?!\\p{L}))|serial (?:number|no)\\.? of (?:the )?meter'),
  setting('deviceSerial', 'deviceSerial', '(?:заводск|серийн)\\p{L}* (?:номер|№)|(?:зав|сер)\\. ?(?:номер|№)|serial (?:number|no)|(?<!\\p{L})s/n(?!\\p{L})'),

  // Known, and no rule asks for them.
  setting('gas', 'none', 'состав газа|gas composition|плотност|densit|теплот|calorific|метан|азот|углекисл|диоксид|methane|nitrogen|carbon dioxide|co2|(?<!\\p{L})n2'),
  setting('method', 'none', '(?:метод|способ) (?:расчета|вычислени)|(?:compressibility|calculation) method|сжимаемост|compressib'),
  setting('made', 'none', '^(?:модель|марка|model)$|версия|контрольная сумма|firmware|checksum|ввод\\p{L}* в эксплуатацию|put into use|дата (?:установки|монтажа|выпуска)|(?:meter )?installed|вес импульса|цена импульса|pulse (?:weight|value)|диаметр|diameter|обратн\\p{L}* поток|reverse flow|период опроса|sensor period'),
  setting('line', 'none', '(?<!\\p{L})(?:sim|apn|ip|tcp|порт|адрес|пароль|password|port)(?!\\p{L})|server|сервер|сеанс|session|попыт|attempt|интерфейс|interface|device address|замок|lock(?!\\p{L})|пломб|seal'),
]

const SITUATIONS: readonly EventArchive[] = ['nesht', 'event', 'alarm', 'valve']
const AN_EVENT = { archives: SITUATIONS } as const
const OF_CHANGES = { archives: ['changes', 'event'] as readonly EventArchive[] }

const MESSAGES: readonly TableRow[] = [
  ofArchive('summary', 'summary', 'nesht_svod'),
  ofArchive('session', 'none', 'seance'),

  // Changes.
  message('summerTime', 'none', 'летнее время|зимнее время|summer time|daylight|winter time'),
  message('contractHourChanged', 'contractHourChanged', 'измен|перенес|установ|ввод|введен|запис|change|moved|set(?!\\p{L})|new', { ...OF_CHANGES, also: '(?:договорн|контрактн|расчетн|учетн|отчетн)\\p{L}* час[ау]?(?!\\p{L})|начал\\p{L}* (?:(?:газов|контрактн|расчетн|отчетн|учетн)\\p{L}* )?суток|contract hour|gas day|day start' }),
  message('gasDay', 'none', 'начал\\p{L}* (?:(?:газов|контрактн|расчетн|отчетн|учетн)\\p{L}* )?суток|суточная запись|gas day|daily record|начало (?:часа|месяца)'),
  message('clockSet', 'clockSet', '(?:установ\\p{L}*|коррек\\p{L}*|перевод\\p{L}*|перевед\\p{L}*|подвод\\p{L}*|синхронизац\\p{L}*|измен\\p{L}*|настройк\\p{L}*) (?:(?:даты|дата) и )?(?:(?:системн|текущ|приборн)\\p{L}* )?(?:врем|час(?:ов|ы)(?!\\p{L}))|(?:врем\\p{L}*|часы)(?: прибора| корректора)? (?:был\\p{L} )?(?:установлен|скорректирован|откорректирован|переведен|подведен|синхронизирован|изменен)|clock (?:was )?(?:set|correct|adjust|sync|chang)|(?<!\\p{L})time (?:was )?(?:set(?!\\p{L})|adjust|correct|sync|chang)|set(?:ting)? (?:of )?(?:the )?(?:clock|time)'),
  message('batteryExchanged', 'none', 'замен\\p{L}* (?:элемент\\p{L}* питания|батаре)|(?:установлен|новая)\\p{L}* батаре|(?:battery|cell) (?:exchang|replac|chang)|(?:new|replaced) battery'),
  message('meterExchanged', 'meterExchanged', '(?:замен\\p{L}*|смен\\p{L}*|установк\\p{L}*|установлен|монтаж|демонтаж) (?:нов\\p{L}* )?(?:счетчик|прибор|расходомер|корректор|вычислител|пу(?!\\p{L}))|(?:счетчик|прибор|расходомер|корректор)\\p{L}* замен|(?:ввод|введен)\\p{L}* (?:(?:начальн|нов)\\p{L}* )?показани|(?:измен|предустанов|установ)\\p{L}* показани|(?<!\\p{L})(?:meter|device|instrument|converter) (?:was )?(?:exchang|replac|chang|install)|(?:exchange|replacement) of (?:the )?(?:meter|device)|index preset|(?:preset|set(?:ting)?) (?:of )?(?:the )?index|(?:first|new|initial) index'),

  // The valve: what it failed to do is no state of it.
  message('valveFault', 'none', 'клапан|valve', { also: '(?<!\\p{L})не(?!\\p{L})|ошибк|отказ|неисправ|невозможн|команд|запрос|(?<!\\p{L})not(?!\\p{L})|fail|error|fault|command|request|unable' }),
  message('valveShut', 'valveShut', 'клапан\\p{L}*:? (?:\\p{L}+ )?(?:закрыт|закрыл|перекрыт)|(?:закрыти|перекрыти)\\p{L}* (?:\\p{L}+ )?клапан|закрыт (?:\\p{L}+ )?клапан|отсечк\\p{L}*(?! нуля)|(?:valve|supply):? (?:is |was |has )?(?:shut|clos)|(?:clos(?:e|ed|ing|ure)|shut(?:ting)?)(?: off)?(?: of)?(?: the)? valve|подача газа прекращена', AN_EVENT),
  message('valveOpen', 'valveOpen', 'клапан\\p{L}*:? (?:\\p{L}+ )?(?:открыт|открыл)|открыти\\p{L}* (?:\\p{L}+ )?клапан|открыт (?:\\p{L}+ )?клапан|(?:valve):? (?:is |was |has )?open|open(?:ing|ed)?(?: of)?(?: the)? valve|подача газа (?:разрешена|возобновлена)', AN_EVENT),

  // Who has to go today.
  message('gasAlarm', 'gasAlarm', 'загазован|утечк\\p{L}* (?:газа|метана)|(?:превышени\\p{L}*|концентраци\\p{L}*) (?:концентрации )?(?:газа|метана)|gas (?:detect|leak|alarm|presence)|methane|leak(?:age)? of gas', AN_EVENT),
  message('tampering', 'tampering', 'вскрыти|вскрыт(?!\\p{L}{3})|магнит|вмешательств|несанкционирован|взлом|наруш\\p{L}* (?:электронн\\p{L}* )?пломб|пломб\\p{L}* наруш|tamper|magnet|interference|(?:case|cover|housing|enclosure) (?:was |is )?(?:open|remov)|seal (?:is )?broken|unauthori[sz]ed', AN_EVENT),
  message('batteryLow', 'batteryLow', '(?:разряд|разряжен|низк|заряд)\\p{L}* (?:\\p{L}+ )?(?:батаре|аккумулятор|элемент)|(?:батаре|аккумулятор|элемент)\\p{L}*(?: питания)? (?:почти )?(?:разряж|разряд|низк|истощ)|замените батаре|низкий заряд|(?:low|weak|empty|flat|discharged) battery|battery (?:is )?(?:low|weak|empty|flat|discharg|end of life)', AN_EVENT),
  message('substitute', 'substituteBegins', 'подстанов|условно[- ]?постоянн|договорн\\p{L}* (?:значени|давлени|температур|константа)|substitut|(?:default|keypad|fixed|fallback) (?:value|pressure|temperature)', AN_EVENT),

  // Supply of the device.
  message('powerOn', 'powerOn', 'питани\\p{L}* (?:сети )?(?:восстанов|включен|появил|подано|в норм|есть(?!\\p{L}))|(?:восстановлени|включени|появлени|возврат|подача)\\p{L}* (?:\\p{L}+ )?(?:питани|напряжени)|переход\\p{L}* на (?:внешн|сет)\\p{L}* |включени\\p{L}* (?:прибор|корректор|вычислител|контроллер)|прибор (?:начал работу|включ)|(?:power|supply|mains) (?:is |was )?(?:on(?!\\p{L})|back|restor|return|up(?!\\p{L}))|powered (?:on|up)|device (?:has )?started|start-?up', AN_EVENT),
  message('powerOff', 'powerOff', '(?:нет|отсутстви\\p{L}*|пропадани\\p{L}*|отключени\\p{L}*|потер\\p{L}*|пропал\\p{L}*|сбой|авари\\p{L}*) (?:\\p{L}+ )?(?:\\p{L}+ )?питани|питани\\p{L}* (?:сети )?(?:пропал|отключ|отсутств|потерян|выключ)|переход\\p{L}* на (?:\\p{L}+ )?(?:батаре|аккумулятор|автоном)|(?:вы|от)ключени\\p{L}* (?:прибор|корректор|вычислител|контроллер)|(?:power|supply|mains) (?:is |was |has )?(?:off(?!\\p{L})|lost|fail|down(?!\\p{L})|out(?!\\p{L})|missing)|(?:no|loss of) (?:power|supply|mains)|on battery|powered (?:off|down)|device (?:has )?stopped', AN_EVENT),

  message('settingChanged', 'settingChanged', '(?:измен|введ|запис|установ|коррек)\\p{L}* (?:\\p{L}+ )?(?:настро|парам|уставк|предел|констант|состав|конфигур|значени)|(?:настройк|параметр|уставк|предел|констант|конфигураци)\\p{L}* (?:\\p{L}+ )?измен|(?:setting|parameter|limit|constant|composition|configuration|set ?point)s? (?:was |were )?chang|change of (?:the )?(?:setting|parameter|limit|constant|configuration)|(?:new|changed) (?:value|setting|parameter)s? (?:was|were)', OF_CHANGES),
  // The archive itself says that something was changed.
  ofArchive('changed', 'settingChanged', 'changes'),

  // A situation that is only named: no begin to wait for unless something ends it.
  message('outOfLimits', 'situationBegins', '(?:выше|ниже|больше|меньше|вне|за) (?:\\p{L}+ ){0,2}(?:предел|границ|диапазон|уставк|порог)|превыш\\p{L}*|(?:above|below|over|under|exceed\\p{L}*|out of|beyond|outside)(?: the| its)?(?: \\p{L}+){0,2} (?:limit|range|set ?point|threshold|setting)', AN_EVENT),
  message('failure', 'situationBegins', 'отказ|неисправн|обрыв|авари|сбой|обратн\\p{L}* поток|нештатн|failure|fault|broken|reverse flow|alarm', { archives: ['nesht', 'alarm'] }),
  message('access', 'none', 'вход с паролем|открыт доступ|калибровк|подстройк|дверь|sign(?:ed)? in|log(?:ged)? in|access|calibrat|door', AN_EVENT),

  // Words of a begin and an end; what is left of the text names the situation.
  words('begins', 'begins', 'начало|начал[аи]?с[ья]|возникновени[ея]|возник(?:ла|ло|ли)?|появлени[ея]|появил(?:ась|ось|ись|ся)|begins?|began|beginning|starts?|started|onset|appear(?:s|ed|ance)|occurr(?:ed|ence)'),
  words('ends', 'ends', 'окончани[ея]|окончен[ао]?|конец|сняти[ея]|снят[ао]?|возврат(?: в норму| к норме)?|возвращени[ея]|в норм[еу]|норма|восстановлен(?:[аоы]|и[ея])?|restored|ends?|ended|end of|finish(?:ed)?|cleared|returns?(?: to normal)?|returned(?: to normal)?|back to normal|normal'),
  words('leaves', 'leaves', 'вы(?:ход|шл[аои]|шел) за(?: [\\p{L}]+){0,2} (?:предел|границ|диапазон|уставк)[\\p{L}]*|выход за'),
]

export const MEANING_TABLE: readonly TableRow[] = [...CHANNELS, ...SETTINGS, ...MESSAGES]
