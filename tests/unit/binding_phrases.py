"""Sentences of talk that limit or oblige, and such as only sound like it. `HELD_OUT` and `HELD_OUT_REPORTS` were
written before the rules and are there to measure them."""

from __future__ import annotations

LIMITS = (
    "Use at most 3 retries", "Only touch staging", "Everything must stay backwards compatible", "Stay under 5000 euros",
    "All e-mails go through Eva first", "Make sure the API stays compatible", "Always answer in German",
    "The budget is 5000 euros", "Ask me before you deploy", "You may touch the users table but not orders",
    "That's a hard no on Kafka", "Deploying on Friday is out of the question", "Let's not rename the module",
    "- no deploys on Friday", "- max 3 retries", "Prod is read-only for you", "Keep your hands off the billing module",
    "预算不能超过五千", "必须先经过审批", "只能改测试环境", "最多重试三次",
    "用户表是禁区", "切忌清空缓存", "不上生产", "运行环境只读",
)  # fmt: skip
SOUNDS_LIKE_IT = (
    "That must have been hard", "I must say it looks great", "You must be so proud", "I only wanted to help",
    "It took at most an hour", "I have always liked jazz", "I always feel better afterwards", "Always happy to help",
    "We were there before the others", "The only problem is the price", "I have to go now", "Only then did it work",
    "It stays warm until noon", "I was at the limit", "I limit my coffee", "Make sure? Maybe",
    "我必须走了", "只有一个问题", "我最多跑过十公里", "他只能来一次", "预算是什么？", "天气必须好", "至少我们试过了",
)  # fmt: skip
HELD_OUT = (
    "Write no more than two pages", "Only use the test account", "Every change has to be reviewed by Tom",
    "Keep it below 200 lines", "All payments need my approval first", "Ensure the tests stay green",
    "Always reply in French", "The deadline is Friday noon", "Check with me before you send anything",
    "You can edit the draft but not the contract", "It's a firm no to new vendors", "A rewrite is off the table",
    "Let us not touch the cache", "* no weekend calls", "Spend a maximum of 40 dollars",
    "Limit yourself to public sources",
    "The report must be in English", "Wait for my OK before the cutover", "Read only from the replica",
    "金额上限是三百元", "务必保留旧接口", "只准用内网地址", "至多发两封邮件",
    "生产库是红线", "切不可外传", "所有邮件都要先给王芳看",
    "不碰线上数据", "报告一律用英文", "周五之前必须完成", "改动要先问我",
)  # fmt: skip
HELD_OUT_REPORTS = (
    "That must feel amazing", "You must have seen it", "I only read the first chapter", "She always calls on Sundays",
    "There were no more than five of us", "Before the trip I was nervous", "The deadline passed last week",
    "I ensured that the door was closed", "It only works on my machine", "We spent at most ten minutes there",
    "Only my sister came", "It has to be the best movie ever", "Always a pleasure", "I have to admit I was wrong",
    "She limits her screen time", "You always know what to say", "It was out of this world", "I can swim but not dive",
    "We needed approval last year", "I must admit that was fun",
    "我只能说谢谢", "她总是先给我打电话", "你必须是个好人吧", "最多的一次是三千人", "只是随便问问", "上限早就到了",
    "我至少睡了八小时", "他一定要走", "我们先走了", "不上班真好",
)  # fmt: skip
