"""Hindi."""

from __future__ import annotations

from shared.language.packs.instructions import InstructionReason, Instructions, phrase
from shared.language.packs.pack import Dates, LanguagePack, PastDays, Phrases, Times
from shared.language.packs.parts import People

_R = InstructionReason
_INSTRUCTIONS = (
    phrase(_R.OVERRIDE, "अनदेखा|नजरअंदाज|भूल", r"(?:पिछल|सभी|उपरोक्त|पहले)[^।!?]{0,30}?(?:निर्देश|आदेश|नियम)[^।!?]{0,20}?(?:अनदेखा|नजरअंदाज|भूल)"),
)  # fmt: skip

PACK = LanguagePack(
    code="hi",
    people=People(
        speaker=Phrases(whole="मैं|मैंने|मुझे|मुझको|मेरा|मेरी|मेरे"),
        relations=Phrases(
            whole=(
                "बहन|बहनें|भाई|माँ|मां|पिता|पापा|बेटा|बेटी|बेटे|बच्चे|बच्चा|बच्चों|माता-पिता|दादा|दादी|"
                "नाना|नानी|चाचा|चाची|मामा|मामी|मौसी|बुआ|भतीजा|भतीजी|भांजा|भाभी|जीजा|ससुर|सास|परिवार|पति|"
                "पत्नी|मंगेतर|दोस्त|सहेली|बॉस|मैनेजर|सहकर्मी|पड़ोसी|रूममेट"
            )
        ),
        mine="(?:मेरा|मेरी|मेरे|हमारा|हमारी|हमारे) (?:\\S+ )?",
    ),
    function_words=(
        "और या लेकिन अगर कि क्या कौन किस किसने किसके किसकी किसका कहाँ कहां कब कैसे कैसा क्यों कितना कितनी "
        "कितने कौनसा कौनसी मैं मैंने मुझे मुझको मेरा मेरी मेरे तू तुम आप वह वे हम हमारा हमारी हमारे उसका उसकी "
        "उसके का की के को से में पर तक है हैं हूँ हूं था थी थे हो होता होती होते कर करता करती करते ने भी ही "
        "तो यह ये नहीं बहुत लिए साथ उपयोगकर्ता"
    ),
    guesses=Phrases(
        anywhere="शायद|संभवतः|हो सकता है|मुझे लगता है|पक्का नहीं|यकीन नहीं|लगता है कि",
    ),
    now=Phrases(
        whole="अब|अभी|फ़िलहाल",
    ),
    forbids=Phrases(
        anywhere=r"(?:^|\s)(?:मत|नहीं|न करें)",
    ),
    past_days=PastDays(
        this_morning="आज सुबह",
        last_week="पिछले (?:हफ्ते|हफ़्ते|सप्ताह)",
        last_weekend="पिछले सप्ताहांत",
        last_month="पिछले महीने",
        last_year="पिछले साल",
    ),
    instructions=Instructions(_INSTRUCTIONS),
    changed=Phrases(
        patterns=(
            "छोड़ (?:दी|दिया)|बेच (?:दी|दिया)|तरक्की|चला? गया",
            "की जगह|के बजाय|बदल(?:कर|क| ल| द| ग|ा|ी)|(?:शिफ़्ट|शिफ्ट) (?:हो|कर)|(?:पर|में) आ ग|(?:घटकर|बढ़कर)",
        ),
    ),
    times=Times(
        was=Phrases(anywhere="अतीत में|(?<!से )पहले[^।]{0,60}(?:था|थी|थे)"),
        past=Phrases(anywhere="रहता था|रहती थी|रहते थे|काम करता था|काम करती थी|काम करते थे"),
        goes_on=Phrases(anywhere="से अब तक|अब तक|तब से|अभी भी"),
        until=(r"D\s*(?:के अंत\s*)?तक",),
        no_end=Phrases(anywhere="हर|प्रति|हमेशा|कभी नहीं|नहीं|मत|वार्षिक|मासिक|इंतज़ार|इंतजार"),
        wished=Phrases(anywhere="चाहता|चाहती|चाहते|योजना|उम्मीद|इरादा"),
        begins=Phrases(anywhere="से|बीच"),
    ),
    dates=Dates(
        months=(
            "जनवरी",
            "फ़रवरी|फरवरी",
            "मार्च",
            "अप्रैल",
            "मई",
            "जून",
            "जुलाई",
            "अगस्त",
            "सितंबर|सितम्बर",
            "अक्टूबर|अक्तूबर",
            "नवंबर|नवम्बर",
            "दिसंबर|दिसम्बर",
        ),
    ),
)
