"""Japanese."""

from __future__ import annotations

from shared.language.packs.pack import Ago, LanguagePack, PastDays, Phrases

PACK = LanguagePack(
    code="ja",
    spaced=False,
    now=Phrases(
        anywhere="今(?!度|回|後|朝|晩|夜|週|月|年|日)(?=[はもの、]|どこ|何|誰|$)|現在|現時点|最新|最近|目下|まだ",
    ),
    another_time=Phrases(
        anywhere="かつて|以前は|昔は|したい|つもり",
    ),
    always=Phrases(
        anywhere="いつも|常に|今後|これから(?:は|も|ずっと)|毎回|毎度|以後|絶対に|二度と",
    ),
    no_rule=Phrases(
        anywhere="ずっと気になって|いつも(?:ありがとう|お世話)",
    ),
    once=Phrases(
        anywhere="今回|今日(?:だけ|は)|今だけ|今夜|一回だけ|一度だけ|とりあえず|この(?:回|件|メール|資料)(?:だけ|は)",
    ),
    denial=Phrases(
        anywhere="違(?:う|い)|ではない|じゃない|ません",
    ),
    address=Phrases(
        anywhere="アシスタント|エージェント|モデル|あなたは",
    ),
    this_time=Phrases(
        anywhere="今回(?:は|だけ)|今日だけ|今だけ|この(?:会話|質問|返信)(?:だけ|では)",
    ),
    lasting=Phrases(
        anywhere="今後|これから|いつも|毎回",
    ),
    reported=Phrases(
        anywhere=r"(?:ました|でした|だった|である|です)[。.]?\s*$",
    ),
    forbids=Phrases(
        anywhere=(
            "ないで|しないこと|しないよう|するな|触(?:ら|る)な|(?:だめ|ダメ|駄目)|厳?禁止?です|禁止|厳禁|いけ(?:ない|ません)|なら(?:ない|ません)|や(?:め|ら)ない?て|やめて|止めて|中止|控えて|そのままに|反対|拒否|却下|不可|"
            "お断り"
        ),
    ),
    negates=Phrases(
        anywhere="ません|ない|なく|ず(?:に|、)",
    ),
    obliges=Phrases(
        anywhere="必ず|べき|なければ|のみ|だけ|までに",
    ),
    allows=Phrases(
        anywhere="承認|了承|許可|同意|進めて|問題(?:ありません|ない)|賛成",
    ),
    decides=Phrases(
        anywhere="決(?:定|め|ま)|に(?:します|する|しました|決)$|でいき|採用|選(?:び|択|ん)",
    ),
    courtesy="(?:こんにちは|こんばんは|おはよう(?:ございます)?|(?:どうも)?ありがとう(?:ございま(?:す|した))?|お疲れ様(?:です|でした)?|さようなら|おやすみ(?:なさい)?|またね)[。!！~]*",
    past_days=PastDays(
        yesterday="昨日|きのう|昨夜|ゆうべ",
        before_yesterday="一昨日|おととい",
        this_morning="今朝",
        last_week="先週(?!末)",
        last_weekend="先週末",
        last_month="先月",
        last_year="去年|昨年",
    ),
    ago=Ago(
        phrase="NU前",
        days="日",
        weeks="週間",
        months="[かヶケ]月",
        years="年",
    ),
    numbers=("一", "二", "三", "四", "五", "六", "七", "八", "九", "十"),
)
