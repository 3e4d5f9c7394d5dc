"""Korean."""

from __future__ import annotations

from shared.language.packs.instructions import INSIDE_EAST_ASIAN, InstructionReason, Instructions, phrase
from shared.language.packs.pack import Ago, Dates, LanguagePack, PastDays, Phrases, Times
from shared.language.packs.parts import Matter, People, SmallTalk
from shared.language.packs.secret_words import IdentityNumber, SecretWords

_R = InstructionReason
_ADDRESS = r"(?:[\w.+-]{1,64}@|https?:|www\.)"
_INSTRUCTIONS = (
    phrase(_R.OVERRIDE, "무시|잊어|따르지", rf"(?:이전|위의|앞의|모든|지금까지|기존|시스템){INSIDE_EAST_ASIAN}{{0,14}}?(?:지시|명령|규칙|프롬프트|지침|제한){INSIDE_EAST_ASIAN}{{0,8}}?(?:무시|잊어|따르지 마)"),
    phrase(_R.EXFILTRATION, "보내|전송|전달|유출|공유|업로드", rf"(?:내부|모든|기밀|비밀|사용자|저장된|대화){INSIDE_EAST_ASIAN}{{0,10}}?(?:메모리|기억|데이터|정보|기록|비밀번호|자격 증명|대화){INSIDE_EAST_ASIAN}{{0,20}}?(?:나에게|저에게|외부|http|@){INSIDE_EAST_ASIAN}{{0,16}}?(?:보내|전송|전달|유출|공유|업로드)"),
    phrase(_R.BYPASS, "승인|확인|인증|검증", rf"(?:당신은|너는|항상|이제){INSIDE_EAST_ASIAN}{{0,20}}?(?:승인|확인|인증|검증|보안){INSIDE_EAST_ASIAN}{{0,10}}?(?:건너뛰|생략|우회|없이)|모든 (?:환불|요청|결제|송금|거래){INSIDE_EAST_ASIAN}{{0,6}}?승인(?:해|하)"),
    phrase(_R.ROLE, "제한 없|무제한|개발자 모드|제약 없", rf"(?:당신은|너는|이제){INSIDE_EAST_ASIAN}{{0,24}}?(?:제한 없|무제한|개발자 모드|제약 없|규칙에 얽매이지)"),
    phrase(_R.EXTRACTION, "프롬프트|지시", rf"(?:시스템 프롬프트|숨겨진 지시|초기 지시){INSIDE_EAST_ASIAN}{{0,12}}?(?:보여|출력|알려|공개|말해)"),
    phrase(_R.EXFILTRATION, "@|http",
         rf"(?:앞으로|항상|이제부터|지금부터|매번|반드시){INSIDE_EAST_ASIAN}{{0,50}}?{_ADDRESS}{INSIDE_EAST_ASIAN}{{0,30}}?(?:보내|전달|전송|공유|업로드|포워딩)(?!지 마)"),
)  # fmt: skip

PACK = LanguagePack(
    code="ko",
    small_talk=SmallTalk(
        phrases="[ᄏ휴ᅮㅋㅎㅠㅜ]{2,}|안녕(?:하세요)?|하이|잘지냈어(?:요)?|요즘어때(?:요)?|어떻게지내(?:요|세요)?|네+|넵|예|응+|어|그래(?:요)?|알겠어(?:요)?|알겠습니다|알았어(?:요)?|오케이|ok|좋아(?:요)?|좋네(?:요)?|굿|최고|대박|와+|우와|헐|감사(?:합니다|해요)?|고마워(?:요)?|고맙습니다|땡큐|천만에(?:요)?|아니야|아니|아냐|됐어(?:요)?|됐고|괜찮아(?:요)?|신경쓰지마(?:세요)?|그냥넘어가자|별거아니야|필요없어(?:요)?|잊어(?:버려)?|잠깐(?:만|만요)?(?:기다려(?:줘|주세요|요)?)?|잠시만(?:요|기다려주세요)?|금방(?:올게|갈게|돌아올게)(?:요)?|또봐(?:요)?|바이|안녕히(?:가세요|계세요)|잘자(?:요)?|(?:진짜|너무|완전)?(?:웃기다|웃겨(?:요)?|재밌다|재밌어(?:요)?|빵터졌네)|음+|아+|오+",
        longest=14,
        fillers="진짜|너무|정말|완전|좀|그럼|뭐",
    ),
    some_day=Phrases(anywhere="나중에|언젠가|훗날|언제 한번|언제 한 번"),
    matters=(
        Matter(
            "home",
            Phrases(anywhere="(?:에|에서) ?(?:살아|삽니다|살고|살지|거주)|우리 ?집은"),
            Phrases(anywhere="이사(?:했|왔|갔|를 했|를 왔|해서)|로 이사"),
            "살아 거주",
        ),
    ),
    secrets=SecretWords(
        passwords="비밀번호|비번|패스워드|암호|핀번호|핀 번호|pin 번호|pin번호|pin|핀코드|패스코드|인증번호|보안코드|접속코드|api 키|api키|잠금 번호|비밀 번호",
        links="는|은|이|가|를|을|:|=",
        ends="이에요|예요|입니다|이야|야|임|이고|고|로 해|으로 해|로 바꿨어|으로 바꿨어|로 바꿨어요|이었어|였어|이니까|니까|요|이라고|라고|이다|다|로|으로|인데|인데요|이거든|거든",
        about="잊어|잊었|까먹|재설정|초기화|이상|자리|글자|해야|만료|길이",
        numbers=(
            IdentityNumber(
                "kr_resident_id",
                "주민등록번호|주민번호|주민 번호|주민등록 번호|주민 등록 번호",
                "999999_9999999",
                "kr.rrn",
                "999999-9999999",
            ),
            IdentityNumber("kr_foreigner_id", "외국인등록번호|외국인 등록번호", "999999_9999999"),
        ),
    ),
    to_forget=r"(?:(?:그냥|제발|아니)[, ]+)*(?:(?:방금|아까|내가|제가)(?: (?:내가|제가))? ?(?:말한|한) ?(?:거|것|말)|(?:그거|그것|이거|다|전부)|(?:내|제) [^.!?]{1,12}?)(?:은|는|을|를)? ?(?:다 |전부 )?(?:잊어|지워|삭제해)(?: ?(?:줘|주세요|버려|주실래요))?(?:요)?[\s.!?]*",
    failures=Phrases(anywhere="오류|실패|시간 초과|중단|멈췄|거부|응답 없|알 수 없"),
    guesses=Phrases(
        anywhere="아마|어쩌면|것 같|듯하|듯 하|수도 있|모른다|모르겠|지도 몰|지도 모|추측|확실하지 않|가능성이",
    ),
    powers=Phrases(
        anywhere="권한|승인|허가|서명|관리자|비밀번호|접근|규정|해도 된다",
    ),
    spaced=False,
    script="[\uac00-\ud7ff]",
    now=Phrases(
        anywhere="지금|현재|요즘|요새|최근|아직",
    ),
    another_time=Phrases(
        anywhere=r"예전에|옛날에|어릴 때|어렸을 때|하고\s*싶",
    ),
    question_particles=Phrases(
        anywhere="(?:나의|내가|제가|내|나는|저는|저의|제|우리)(?= )|(?:무엇|뭐|뭘|무슨|어디|언제|누구|누가|어느|어떤|어떻게|왜|얼마나|얼마|몇)(?:을|를|이|가|에|에서|로|의|은|는|야|지|죠|예요|이에요|인가요|입니까|인지)?|사용자의?",
    ),
    people=People(
        speaker=Phrases(anywhere=r"나는|나의|내가|저는|저의|제가|(?<!\w)(?:내|제|나)(?!\w)"),
        relations=Phrases(
            anywhere=(
                "언니|누나|오빠|형|동생|여동생|남동생|어머니|엄마|아버지|아빠|부모님|아들|딸|아이들|할아버지|할머니|이모|고모|삼촌|사촌|조카|시누이|장인|장모|시어머니|"
                "시아버지|가족|남편|아내|배우자|약혼자|남자친구|여자친구|친구|상사|사장|동료|이웃|룸메이트|인턴"
            )
        ),
        mine="(?:내|제|우리|나의|저의) (?:\\S+ )?",
    ),
    always=Phrases(
        anywhere=r"항상|(?<![가-힣])늘\s|언제나|매번|앞으로|이제부터|지금부터|절대",
    ),
    once=Phrases(
        anywhere=r"이번(?:에|엔|만|에는|에만|\s)|오늘(?:만|은|\s)|지금만|일단|한 ?번만|이따",
    ),
    denial=Phrases(
        anywhere="아니|아닙|않|없",
    ),
    address=Phrases(
        anywhere="어시스턴트|에이전트|모델|인공지능|비서|당신은",
    ),
    this_time=Phrases(
        anywhere="이번(?:에는|엔|만|에만)|오늘만|지금만",
    ),
    lasting=Phrases(
        anywhere="앞으로|항상|매번",
    ),
    reported=Phrases(
        anywhere=r"(?:습니다|었다|였다|했다)[.]?\s*$",
    ),
    forbids=Phrases(
        anywhere=r"마(?:세요|십시오|라|요)|말아|말 ?것|지 ?마(?:\s|$|[.!])|금지|안 ?(?:돼|되|됩|된)|하지 않|절대|그대로|반대|거부|중단|취소|보류|불가",
    ),
    negates=Phrases(
        anywhere="않|없|못 |아니",
    ),
    obliges=Phrases(
        anywhere="반드시|해야|만 |까지",
    ),
    allows=Phrases(
        anywhere="승인|동의|허가|허락|진행하",
    ),
    decides=Phrases(
        anywhere="결정|정했|하기로|(?:으)?로 (?:갑|가기|하)|선택",
    ),
    orders=Phrases(
        anywhere="(?:지|하지) ?(?:마(?:세요|십시오|라)|말(?:아|것))|금지|(?:하면|면) ?안 ?(?:돼|됩|된)",
    ),
    limits=Phrases(
        anywhere="반드시 .{1,20}(?:하세요|해야)",
    ),
    figures=Phrases(
        anywhere=(
            r"(?:^|\s)(?:한|두|세|네|다섯|여섯|일곱|여덟|아홉|열|스무|서른|삼|사|오|육|칠|팔|구|십|백|천)(?:\w{0,3} )?(?:달|주|일|시간|번|명|개|대|배|년)|[월화수목금토일]요일|내일|오늘|어제|다음 ?주|"
            "이번 ?주"
        ),
    ),
    courtesy=r"(?:안녕(?:하세요|히 (?:가세요|계세요))?|감사합니다|고마워(?:요)?|고맙습니다|수고하(?:세요|셨습니다)|주말 잘 보내세요|잘 자(?:요)?)[\s!.~]*",
    past_days=PastDays(
        yesterday="어제|어젯밤",
        before_yesterday="그저께|그제",
        this_morning="오늘 아침",
        last_week="지난주(?!말)",
        last_weekend="지난 ?주말",
        last_month="지난달|지난 달",
        last_year="작년|지난해",
    ),
    ago=Ago(
        phrase="NU ?전",
        days=" ?일",
        weeks=" ?주",
        months=" ?(?:개월|달)",
        years=" ?년",
    ),
    numbers=("한 하루 일", "두 이틀", "세 사흘", "네", "다섯", "여섯", "일곱", "여덟", "아홉", "열"),
    instructions=Instructions(_INSTRUCTIONS),
    changed=Phrases(
        patterns=(r"까지(?:는)? (?:괜찮|써도|쓸 수)",),
        anywhere=(
            r"승진|(?:을|를) 팔(?:고|았)|(?:을|를) 끊(?:고|었)|그만두|이제 \S+ ?\S+ 맡|로 바뀌|올랐|이직|이사|"
            "바꿨|바꾸었|바뀌었|갈아탔|옮겼|이사했|이사 왔|이직했|전환했|교체했|"
            "(?:으로|로) (?:줄었|늘었|내려갔|내려왔|올라갔|떨어졌|변경)|"
            "까지 (?:줄었|늘었|내려|올라|떨어|빠졌)|대신"
        ),
    ),
    owner=Phrases(anywhere="사용자(?:님)?(?=[는가의를에은도께])"),
    i="나",
    times=Times(
        was=Phrases(anywhere="예전에|과거에|한때|옛날에"),
        past=Phrases(anywhere="살았|거주했|일했|근무했|다녔|다니고 있었|사용했|썼"),
        goes_on=Phrases(anywhere="부터 지금|이후로|지금까지|현재까지"),
        until=(r"D\s*(?:말|중)?\s*까지",),
        no_end=Phrases(anywhere="매년|매월|매달|매주|항상|언제나|절대|않|없|안 |기다"),
        wished=Phrases(anywhere=r"하고\s*싶|싶어|계획|예정|바라|희망|미래"),
        begins=Phrases(anywhere="부터|에서"),
    ),
    dates=Dates(
        forms=(
            r"Y\s*년(?:\s*N\s*월(?:\s*D\s*일)?)?",
            r"N\s*월(?:\s*D\s*일)?",
        ),
    ),
)
