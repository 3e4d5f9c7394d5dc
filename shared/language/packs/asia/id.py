"""Indonesian."""

from __future__ import annotations

from shared.language.packs.instructions import InstructionReason, Instructions, phrase
from shared.language.packs.pack import Ago, Dates, LanguagePack, PastDays, Phrases, Times
from shared.language.packs.parts import Matter, People, SmallTalk
from shared.language.packs.secret_words import IdentityNumber, SecretWords

_R = InstructionReason
_INSTRUCTIONS = (
    phrase(_R.OVERRIDE, "abaikan|lupakan", r"(?:abaikan|lupakan)[^.!?;]{0,24}?(?:instruksi|perintah|aturan)[^.!?;]{0,20}?(?:sebelumnya|di atas|semua)|(?:abaikan|lupakan) semua[^.!?;]{0,16}?(?:instruksi|perintah|aturan)"),
)  # fmt: skip

PACK = LanguagePack(
    code="id",
    small_talk=SmallTalk(
        phrases="(?:wk){2,}w?|(?:ha|he|hi){2,}h?|lol|halo|hai|hi|hei|selamat (?:pagi|siang|sore|malam)|pagi|siang|malam|apa kabar|gimana kabar(?:nya)?|ok|oke|okey|okay|sip|siap|baik|bagus|mantap|keren|ya|iya|yup|makasih(?: ya| banyak)?|terima kasih(?: banyak)?|trims|sama-sama|sama sama|nggak (?:jadi|apa-apa|papa|usah|penting)(?: deh)?|gak (?:jadi|papa|usah)(?: deh)?|tidak (?:jadi|apa-apa|usah)|udah|udahlah|sudahlah|lupakan(?: saja| aja)?|deh|bentar(?: ya)?|sebentar(?: ya)?|tunggu(?: sebentar| ya)?|(?:aku|nanti aku) balik lagi|dadah|sampai (?:jumpa|nanti|besok)|lucu(?: banget)?|ampun|wah|oh|hmm+",
        longest=4,
    ),
    some_day=Phrases(whole="nanti|suatu hari|kapan-kapan|kelak|lain kali|suatu saat"),
    matters=(
        Matter(
            "home",
            Phrases(
                whole="(?:saya|aku|kami|gue|rumah (?:saya|ku|kami)).{0,12}(?:tinggal|menetap)|rumah ?(?:saya|ku) di"
            ),
            Phrases(whole="pindah(?:an)? (?:rumah )?ke|pindah rumah|sekarang (?:aku |saya )?tinggal di"),
            "tinggal rumah",
        ),
    ),
    secrets=SecretWords(
        passwords="kata sandi|katasandi|sandi|sandinya|password|passwordnya|passwordku|kata sandinya|kata sandiku|pin|pin atm|kode pin|kode akses|kode rahasia|kunci api|nomor pin|pinku|pinnya|kode masuk|sandi wifi",
        links="adalah|ialah|itu|yaitu|jadi|yakni|:",
        about="lupa|reset|atur ulang|minimal|setidaknya|harus|karakter|kedaluwarsa|ganti|diganti|panjang",
        numbers=(
            IdentityNumber(
                "id_identity_id",
                "nik|nomor ktp|no ktp|no. ktp|ktp|nomor induk kependudukan",
                "9999_9999_9999_9999|999999_999999_9999",
            ),
            IdentityNumber(
                "id_tax_id", "npwp", "99_999_999_9_999_999|9999999999999999", "id.npwp", "99.999.999.9-999.999"
            ),
        ),
    ),
    failures=Phrases(whole="galat|gagal|dihentikan|macet|ditolak|kehabisan waktu|tidak diketahui"),
    guesses=Phrases(
        whole="mungkin|barangkali|kemungkinan|bisa jadi|sepertinya|tampaknya|kayaknya|tidak yakin|saya (?:kira|rasa|duga)",
    ),
    powers=Phrases(
        whole="boleh menyetujui|berwenang|akses|kata sandi|izin|wewenang|admin|menyetujui|kepatuhan",
    ),
    now=Phrases(
        whole="sekarang|saat ini",
    ),
    function_words=(
        "yang dan atau tetapi tapi jika kalau apa apakah siapa mana dimana kemana kapan bagaimana mengapa "
        "kenapa berapa saya aku kamu anda dia kami kita mereka ku mu nya di ke dari pada dengan untuk oleh "
        "tentang dalam ini itu adalah ialah ada akan sudah telah sedang bisa dapat harus tidak bukan juga "
        "sangat lagi para sebuah seorang pengguna"
    ),
    people=People(
        speaker=Phrases(whole="saya|aku|ku|(?:rumah|alamat|pekerjaan|nama|umur|mobil|gaji)ku"),
        relations=Phrases(
            whole=(
                "kakak|adik|ibu|bapak|ayah|mama|papa|anak|orang tua|kakek|nenek|bibi|tante|paman|om|"
                "sepupu|keponakan|ipar|mertua|keluarga|suami|istri|isteri|pasangan|tunangan|pacar|teman|"
                "sahabat|bos|atasan|rekan|kolega|tetangga|magang"
            )
        ),
    ),
    always=Phrases(
        whole="selalu|mulai (?:sekarang|hari ini)|setiap kali|seterusnya|jangan pernah|tidak pernah",
    ),
    once=Phrases(
        whole="kali ini|(?:hanya |khusus )?(?:untuk )?(?:hari ini|malam ini|kali ini)|sementara ini|untuk sekarang",
    ),
    denial=Phrases(
        anywhere="tidak benar|bukan|saya tidak",
    ),
    address=Phrases(
        whole="asisten|agen ai|model bahasa|kamu harus|anda harus",
    ),
    forbids=Phrases(
        whole="jangan|dilarang|tidak boleh",
    ),
    past_days=PastDays(
        yesterday="kemarin",
        before_yesterday="kemarin dulu|dua hari lalu",
        this_morning="tadi pagi",
        last_week="minggu lalu",
        last_weekend="akhir pekan lalu",
        last_month="bulan lalu",
        last_year="tahun lalu",
    ),
    ago=Ago(
        phrase="N U (?:yang )?lalu",
        days="hari",
        weeks="minggu",
        months="bulan",
        years="tahun",
    ),
    numbers=("satu se", "dua", "tiga", "empat", "lima", "enam", "tujuh", "delapan", "sembilan", "sepuluh"),
    instructions=Instructions(_INSTRUCTIONS),
    changed=Phrases(
        patterns=(r"\b(?:boleh|bisa) sampai\b",),
        whole=(
            r"dipromosikan|(?:sudah )?berhenti|menjual|dinaikkan|diturunkan|diambil alih|"
            "beralih|pindah|berpindah|berganti|ganti|mengganti|diganti|menukar|"
            "(?:turun|naik|kembali) (?:ke|menjadi|jadi)|sebagai ganti"
        ),
    ),
    owner=Phrases(whole="pengguna"),
    i="saya",
    times=Times(
        was=Phrases(whole="dulunya|dahulu|di masa lalu|dulu (?:tinggal|bekerja|kuliah|memakai|menggunakan)"),
        past=Phrases(whole="tinggal|bekerja|kuliah|menjabat"),
        goes_on=Phrases(whole="sejak|hingga kini|sampai sekarang|masih"),
        until=(r"\b(?:sampai|hingga)\s+(?:dengan\s+)?(?:akhir\s+)?D",),
        no_end=Phrases(whole="setiap|tiap|selalu|tidak|tak|bukan|tahunan|bulanan|menunggu|belum"),
        wished=Phrases(whole="ingin|mau|akan|berencana|berharap|rencana"),
        begins=Phrases(whole="dari|sejak|antara"),
    ),
    dates=Dates(
        months=(
            "januari",
            "februari",
            "maret",
            "april",
            "mei",
            "juni",
            "juli",
            "agustus",
            "september",
            "oktober",
            "november",
            "desember",
        ),
    ),
)
