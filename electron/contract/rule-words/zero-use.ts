import type { RuleWords } from './words.ts'

export const words: RuleWords = {
  en: {
    name: 'Zero use',
    definition:
      'Nothing is used for so many hours in a row, in hours of the week in which the station was seldom at zero during the eight weeks before, and which had at most one such stop; or for the hours of a shorter stop, in hours of the week that had no zero at all in those weeks, where the two days before used at least half of the usual. A gap ends a run. It is no finding while the valve is shut, with less than four weeks of history, where gas came and went by itself in the four weeks before (two stops of three hours or more outside of any weekly rhythm, as of a thermostat in mild weather; of a shorter stop, in the two weeks after it too), or where a stop of three weeks and more ends a decline: the end of a season. Where a device archives no hours, the same is judged by whole gas days and the day of the week, public holidays as Sundays; there any stop has to follow two days that used at least half of the usual, and no others may follow it within two weeks.',
    needs: 'A volume or a counter in the hourly archive, else in the daily one, with four weeks of history.',
  },
  ru: {
    name: 'Нулевой расход',
    definition:
      'Столько часов подряд расхода нет, причём в те часы недели, в которые за предыдущие восемь недель узел редко стоял на нуле, и таких остановок было не больше одной; либо столько часов, сколько задано для короткой остановки, в те часы недели, в которые нулей за эти недели не было совсем, если за двое суток до неё израсходовано не меньше половины обычного. Пропуск прерывает ряд. Это не замечание, если клапан закрыт, если истории меньше четырёх недель, если за предыдущие четыре недели газ уже пропадал и появлялся сам собой (две остановки от трёх часов вне недельного распорядка, как у термостата в мягкую погоду; для короткой остановки — и за две недели после неё) или если остановка на три недели и больше завершает спад: конец сезона. Если часов прибор не хранит, то же оценивается по целым газовым суткам и дню недели, праздники — как воскресенья; тогда перед любой остановкой двое суток должно расходоваться не меньше половины обычного, а за две недели после неё других быть не должно.',
    needs: 'Объём или счётчик в часовом архиве, а если его нет — в суточном, и четыре недели истории.',
  },
}
