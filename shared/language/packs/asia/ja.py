"""Japanese."""

from __future__ import annotations

from shared.language.packs.instructions import INSIDE_EAST_ASIAN, InstructionReason, Instructions, phrase
from shared.language.packs.pack import Ago, LanguagePack, PastDays, Phrases, Times

_R = InstructionReason
_ADDRESS = r"(?:[\w.+-]{1,64}@|https?:|www\.)"
_INSTRUCTIONS = (
    phrase(_R.OVERRIDE, "無視|忘れ|従わ|破棄|取り消|上書き",
         rf"(?:以前|これまで|今まで|上記|前|先|すべて|全て|全部|あらゆる|システム|元){INSIDE_EAST_ASIAN}{{0,16}}?(?:指示|命令|ルール|プロンプト|指令|制約|設定|ガイドライン){INSIDE_EAST_ASIAN}{{0,10}}?(?:を|は|に)?{INSIDE_EAST_ASIAN}{{0,4}}?(?:無視|忘れ(?:て|ろ|なさい|る)|従わない|破棄|取り消|上書き)"),
    phrase(_R.EXFILTRATION, "送|転送|共有|漏ら|公開|アップロード|教え|開示",
         rf"(?:内部|すべての|全ての|全部の|機密|秘密|個人|保存され|ユーザー|会話|あなたの){INSIDE_EAST_ASIAN}{{0,10}}?(?:記憶|メモリ|データ|情報|履歴|パスワード|認証情報|鍵|プロンプト|会話){INSIDE_EAST_ASIAN}{{0,24}}?(?:送(?:って|信|れ|り)|転送|共有し(?:て|ろ)|漏ら|公開し(?:て|ろ)|アップロード|教えて|開示)"
         rf"(?!しない|しては|禁止|されない)"),
    phrase(_R.EXFILTRATION, "パスワード|認証情報|APIキー|apiキー|秘密鍵|システムプロンプト", rf"(?:パスワード|認証情報|apiキー|秘密鍵|システムプロンプト){INSIDE_EAST_ASIAN}{{0,20}}?(?:私に|外部に|次の(?:アドレス|url)|http)"),
    phrase(_R.BYPASS, "承認|確認|認証|許可|安全|制限",
         rf"(?:あなたは|今後は?|常に|システム){INSIDE_EAST_ASIAN}{{0,24}}?(?:承認|確認|認証|検証|許可|安全チェック|審査){INSIDE_EAST_ASIAN}{{0,8}}?(?:を)?(?:省略|スキップ|飛ば|無効|回避|なしで|不要|せずに)|(?:すべて|全て|全部|あらゆる)(?:の)?(?:返金|申請|リクエスト|要求|支払い|送金|取引){INSIDE_EAST_ASIAN}{{0,6}}?(?:を)?(?:承認し(?:て|ろ|なさい)|許可し(?:て|ろ))"),
    phrase(_R.ROLE, "あなたは|として振|ふりを|モード|なりき",
         rf"(?:あなたは|として振る舞|ふりをし|なりき){INSIDE_EAST_ASIAN}{{0,24}}?(?:制限(?:の|が)?な[いく]|無制限|制約(?:の|が)?な[いく]|開発者モード|ルールに縛られない|脱獄|フィルタ(?:ー)?(?:の)?な[いし])|制限(?:の|が)?ない{INSIDE_EAST_ASIAN}{{0,12}}?(?:として振る舞|になり)"),
    phrase(_R.SECRECY, "言わない|知らせない|伝えない|教えない|秘密に|内緒|告げ", rf"(?:ユーザー|利用者|管理者|人間)(?:に|には|へ){INSIDE_EAST_ASIAN}{{0,16}}?(?:これ|この|そのこと|指示){INSIDE_EAST_ASIAN}{{0,12}}?(?:言わない|知らせない|伝えない|教えない|明かさない|告げ)|(?:このこと|この指示|これ)(?:を|は){INSIDE_EAST_ASIAN}{{0,8}}?(?:ユーザー|管理者)(?:に|には|から){INSIDE_EAST_ASIAN}{{0,8}}?(?:言わない|知らせない|伝えない|教えない|明かさない|隠)"),
    phrase(_R.EXTRACTION, "プロンプト|指示", rf"(?:システムプロンプト|初期(?:指示|プロンプト)|隠された指示|内部指示|あなたの(?:指示|ルール|プロンプト)){INSIDE_EAST_ASIAN}{{0,10}}?(?:表示|出力|教え|見せ|公開|繰り返|明かし|開示)"),
    phrase(_R.ADDRESSED, "ai|アシスタント|モデル|エージェント", r"(?:ai|アシスタント|言語モデル|エージェント)(?:へ|への|に対する)(?:指示|命令|注意|メッセージ|お知らせ)?[：:]|(?:あなたが|もし)(?:ai|言語モデル|アシスタント)(?:なら|であれば)"),
    phrase(_R.AUTHORITY, "優先|上書き|最優先", rf"(?:この|以下の)(?:指示|記憶|メモ|ルール){INSIDE_EAST_ASIAN}{{0,6}}?(?:は|が){INSIDE_EAST_ASIAN}{{0,10}}?(?:他の|すべての|全ての|以前の|システム){INSIDE_EAST_ASIAN}{{0,8}}?(?:指示|ルール|記憶|プロンプト){INSIDE_EAST_ASIAN}{{0,6}}?(?:優先|上書き|置き換え)"),
    phrase(_R.EXFILTRATION, "@|http",
         rf"(?:今後|これから|以後|以降|今日から|必ず|常に|毎回){INSIDE_EAST_ASIAN}{{0,50}}?{_ADDRESS}{INSIDE_EAST_ASIAN}{{0,40}}?(?:送信|転送|送っ|送る|送れ|共有|アップロード|メール)(?!しない|しては|は禁止|されて)"),
)  # fmt: skip

PACK = LanguagePack(
    code="ja",
    failures=Phrases(anywhere="エラー|失敗|タイムアウト|中止|中断|落ち|拒否|応答(?:が|し)な|不明|分からない"),
    guesses=Phrases(
        anywhere="かもしれ|たぶん|多分|おそらく|恐らく|ようだ|ようです|らしい|みたい|でしょう|だろう|と思う|と思われ|推測|確かではない|自信はない|未確認|はずだ",
    ),
    powers=Phrases(
        anywhere="権限|承認|許可|署名|管理者|パスワード|暗証|アクセス|規定|コンプライアンス",
    ),
    spaced=False,
    script="[\u3040-\u30ff]",
    now=Phrases(
        anywhere="今(?!度|回|後|朝|晩|夜|週|月|年|日)(?=[はもの、]|どこ|何|誰|$)|現在|現時点|最新|最近|目下|まだ",
    ),
    another_time=Phrases(
        anywhere="かつて|以前は|昔は|子ども?の(?:頃|ころ)|子供の(?:頃|ころ)|若い頃|小さい頃|したい|つもり",
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
    orders=Phrases(
        anywhere="ないで(?:ください|くれ)|(?:しては|ては|では)(?:いけ|なら|だめ|ダメ)|禁止|触(?:ら|る)な",
    ),
    limits=Phrases(
        anywhere="のみ(?:使用|変更|可)|だけ(?:を?(?:使|変更)|にして)|必ず.{1,20}(?:ください|こと)|以内に",
    ),
    figures=Phrases(
        anywhere="[一二三四五六七八九十百千]+(?:か月|ヶ月|時間|週間|日間|人|回|件|本|枚|台|割|つ)|[月火水木金土日]曜|明日|今日|昨日|来週|今週|先週|来月",
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
    instructions=Instructions(_INSTRUCTIONS),
    changed=Phrases(
        anywhere=(
            r"昇進|昇格|を売って|を売り|を?やめ(?:て|まし|た)|引き継|に増やし|に減らし|に(?:上が|下が)(?:り|っ)|に転校し|[長員者師]になりました|"
            "に(?:変え|替え|換え|乗り換え|切り替え|切り換え|移行し|引っ越し|転職し|変わりました|変わった|変更)|"
            r"まで(?:落ち|下が|上が|減|増)|[0-9]\S{0,4}に(?:落ち|下が|上が|減|増)|"
            "へ(?:乗り換え|引っ越し|転職し|変更)|の代わりに"
        ),
    ),
    times=Times(
        was=Phrases(anywhere="かつて|(?<![年月日])以前は|昔は|当時"),
        past=Phrases(
            anywhere="住んでい(?:た|ました)|働いてい(?:た|ました)|勤めてい(?:た|ました)|通ってい(?:た|ました)|使ってい(?:た|ました)|在籍してい(?:た|ました)"
        ),
        goes_on=Phrases(anywhere="以来|から(?:ずっと|現在|今)|今でも"),
        until=("D(?:末|中)?まで(?!に)",),
        no_end=Phrases(anywhere="毎|ずっと|いつも|決して|ない|ません|待"),
        wished=Phrases(anywhere="たい|つもり|予定|希望|計画|将来"),
        begins=Phrases(anywhere="から|より"),
    ),
)
